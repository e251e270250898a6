import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Attack } from '../abuse/attack.ts';
import { measureBeside } from '../abuse/beside.ts';
import { startSubject } from '../abuse/subject.ts';
import { ask, read } from '../harness/ask.ts';
import { none } from '../harness/figures.ts';
import { signIn } from '../harness/people.ts';
import type { Scenario } from '../harness/scenario.ts';
import { makeHistory, watchErasure } from './history.ts';

const Me = z.object({ data: z.object({ user: z.object({ id: z.uuid() }) }) });

export const erasure: Scenario = {
  name: 'erasure',
  promise:
    'a moderator with 800,000 events is forgotten in 2 minutes, and others are served',
  run: async ({ databaseUrl, short }) => {
    const [events, seconds] = short ? [20_000, 3] : [800_000, 45];
    const people = { users: 60, profiles: 100 };
    await using service = await startSubject(databaseUrl, people);
    const { origin, inbox } = service;
    const token = await signIn(origin, inbox, 'moderator@example.com');
    const address = `${origin}/api/v1/users/me`;
    const { id } = read(Me, await ask(address, { token })).data.user;
    await makeHistory(databaseUrl, id, events);
    await using watch = await watchErasure(databaseUrl, id);

    const took = { answer: Number.NaN, all: Number.NaN };
    const erase = async (): Promise<Attack> => {
      const began = performance.now();
      const { status, milliseconds } = await ask(address, { method: 'DELETE', token });
      took.answer = milliseconds;
      const forget = async () => {
        while ((await watch.read()).isUnderWay) await sleep(500);
        took.all = (performance.now() - began) / 1_000;
      };
      const ended = forget();
      const stop = async () => ({
        seconds: took.all,
        sent: 1,
        statuses: { [status]: 1 },
      });
      return { ended, stop };
    };
    const beside = await measureBeside(service, seconds, erase);
    const { named } = await watch.read();
    return [
      ...beside,
      {
        name: `of ${events} actions, answered after`,
        value: took.answer,
        unit: 'ms',
        atMost: 1_000,
      },
      { name: 'all is forgotten after', value: took.all, unit: 's', atMost: 120 },
      none('actions that still name them', named),
    ];
  },
};

import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Attack } from '../abuse/attack.ts';
import { measureBeside } from '../abuse/beside.ts';
import type { Scenario } from '../abuse/scenario.ts';
import { startSubject } from '../abuse/subject.ts';
import { ask } from '../sign-in/fixture/ask.ts';
import { signIn } from '../sign-in/fixture/people.ts';
import { makeHistory, watchErasure } from './history.ts';

const Me = z.object({ data: z.object({ user: z.object({ id: z.uuid() }) }) });

/** What others meet while a moderator with a long history is erased: the answer comes at once, the rest is forgotten beside them. */
export const erasure: Scenario = {
  name: 'erasure',
  run: async ({ databaseUrl, short }) => {
    const [events, seconds] = short ? [20_000, 3] : [800_000, 45];
    await using subject = await startSubject(databaseUrl, { users: 60, profiles: 100 });
    const { origin, inbox } = subject;
    const token = await signIn(
      { origins: [origin, origin], inbox },
      'moderator@example.com',
    );
    const address = `${origin}/api/v1/users/me`;
    const { id } = Me.parse(JSON.parse((await ask(address, { token })).text)).data.user;
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
    const beside = await measureBeside(subject, seconds, erase);
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
      { name: 'actions that still name them', value: named, atMost: 0 },
    ];
  },
};

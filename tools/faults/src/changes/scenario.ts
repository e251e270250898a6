import { setTimeout as sleep } from 'node:timers/promises';
import { statements } from '@namecard/db';
import { sql } from 'kysely';
import { z } from 'zod';
import { ask, read } from '../harness/ask.ts';
import { answerFigures } from '../harness/book.ts';
import { isWell, startLoad, type Kind } from '../harness/load.ts';
import { lookInto, type Look } from '../harness/look.ts';
import type { Scenario } from '../harness/scenario.ts';
import { startService, type Instance } from '../harness/start-service.ts';
import { middleFigures, wholeFigures } from './figures.ts';
import { startReading } from './reader.ts';
import { startReceiving } from './receiver.ts';

const writers = 32;

/** Most writes are edits. */
const kinds: Kind[] = [
  ...(['create', 'edit', 'edit', 'edit', 'create'] as const),
  ...(['edit', 'edit', 'edit oneself', 'edit', 'remove'] as const),
];

const settings = {
  // Production sends no webhooks to this machine.
  NODE_ENV: 'development',
  LIMIT_WRITES_PER_ACCOUNT: '0',
  MAX_PROFILES_PER_ACCOUNT: '0',
};

const CreatedKey = z.object({
  result: z.object({ data: z.object({ data: z.object({ token: z.string() }) }) }),
});

async function createKey(origin: string, token: string): Promise<string> {
  const json = { name: 'The reader', scopes: ['changes:read'] };
  const answer = await ask(`${origin}/trpc/moderation.keys.create`, { token, json });
  return read(CreatedKey, answer).result.data.data.token;
}

/** Waits until all changes are numbered. */
async function untilNumbered({ orm }: Look): Promise<void> {
  const isPending = async () => {
    const { rows } = await sql`select from pending_changes limit 1`.execute(
      statements(orm.em.fork()),
    );
    return rows.length > 0;
  };
  while (await isPending()) await sleep(50);
}

async function restart(instance: Instance): Promise<void> {
  await sleep(Math.random() * 200);
  await instance.stop('SIGKILL');
  await instance.start();
}

export const changes: Scenario = {
  name: 'changes',
  promise: 'the feed tells each change exactly once and in order, webhooks at least once',
  run: async ({ databaseUrl, short }) => {
    const [amount, strikes] = short ? [300, 1] : [10_000, 5];
    const people = { users: writers + 1, profiles: 0 };
    const wishes = { instances: 2, people, settings };
    await using service = await startService(databaseUrl, wishes);
    await using look = await lookInto(databaseUrl);
    const { origin, origins, tokens } = service;
    const [admin = '', ...others] = tokens;
    const key = await createKey(origin, admin);
    await untilNumbered(look);
    await using receiver = await startReceiving(origin, admin);
    const whole = await startReading(origins, key);

    const began = performance.now();
    const load = startLoad(service, others, { kinds, rest: 0 });
    const until = async (share: number) => {
      while (load.answers.filter(isWell).length < amount * share) await sleep(20);
    };
    const middle = until(0.5).then(() => startReading(origins, key));
    for (let strike = 1; strike <= strikes; strike += 1) {
      await until(strike / (strikes + 1));
      await Promise.all(service.instances.map(restart));
    }
    await until(1);
    await load.stop();
    const seconds = (performance.now() - began) / 1_000;
    await untilNumbered(look);
    const late = await middle;
    await Promise.all([whole.finish(), late.finish()]);

    return [
      ...answerFigures(load.answers, { mayBreak: true }),
      { name: 'calls a second, kills included', value: load.answers.length / seconds },
      ...(await wholeFigures(look.orm, whole.changes, load.answers)),
      ...middleFigures(whole.changes, late.changes),
      // A delivery may be due a minute later, too late for the short form.
      ...(short ? [] : await receiver.figures(whole.changes)),
    ];
  },
};

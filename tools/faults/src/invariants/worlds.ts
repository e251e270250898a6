import assert from 'node:assert/strict';
import { statements } from '@namecard/db';
import { deliverNext, expireMails } from '@namecard/router/testing';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import type { Fixture } from './fixture.ts';
import { day, hour, minute, second } from './time.ts';

/**
 * Two worlds that differ in one account, or in what else is known of an address,
 * give an asker the same times for their own mails. The budget of all is large here:
 * while it is empty, they may differ (docs/work/sign-in.md, "What is left").
 */

const victim = 'victim@members.example';

/** What may be known of the victim's address. */
const kinds = ['unknown', 'known', 'suppressed', 'not admitted'] as const;

type Kind = (typeof kinds)[number];

/** The asker has two IP addresses of one network. The victim has another one. */
const asking = fc.record({
  kind: fc.constant('ask' as const),
  whom: fc.constantFrom('victim', 'victim', 'own-0', 'own-1', 'own-2'),
  ip: fc.constantFrom('192.0.2.1', '192.0.2.1', '192.0.2.2', '203.0.113.1'),
});

const signingIn = fc.record({
  kind: fc.constant('sign in' as const),
  whom: fc.constantFrom('own-0', 'own-1'),
});

const waiting = fc.record({
  kind: fc.constant('wait' as const),
  span: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(second, 30 * second, minute - 1, minute) },
    { weight: 2, arbitrary: fc.constantFrom(5 * minute, 30 * minute, 30 * minute + 1) },
    { weight: 1, arbitrary: fc.constant(hour) },
  ),
});

const act = fc.oneof(
  { weight: 12, arbitrary: asking },
  { weight: 1, arbitrary: signingIn },
  { weight: 6, arbitrary: waiting },
);

type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;

async function signIn(fixture: Fixture, address: string): Promise<void> {
  const { challenges } = await fixture.observe();
  const row = challenges.find(({ email }) => email === address);
  if (row) await fixture.instance(0).verify(address, fixture.challengeOf(row).long);
}

async function make(fixture: Fixture, kind: Kind): Promise<void> {
  if (kind === 'known') {
    await fixture.instance(0).send(victim);
    await signIn(fixture, victim);
  }
  if (kind === 'suppressed') {
    await sql`insert into addresses (email, asked_at, suppressed_at)
      values (${victim}, current_instant(), current_instant())`.execute(
      statements(fixture.database.orm.em.fork()),
    );
  }
  // Its sign-in has used budgets, and the victim asks no more for long.
  await fixture.wait(2 * day);
}

/** When each of the asker's own mails left, in order. */
async function timesIn(
  fixture: Fixture,
  kind: Kind,
  history: readonly Act[],
): Promise<string[]> {
  await fixture.begin();
  await make(fixture, kind);
  await fixture.useUpSaved();
  const { orm, keys, settings } = fixture.instance(0);
  const signUps = kind === 'not admitted' ? ['own.example'] : settings.signUps;
  const times: string[] = [];
  const mailer = {
    deliver: async ({ to }: { to: string }) => {
      if (to !== victim) times.push(`${to} at ${fixture.now}`);
      return { outcome: 'sent' as const, messageId: to };
    },
  };
  const deps = {
    orm,
    mailer,
    keys,
    settings: { ...settings, signUps, mailsPerHour: 100_000 },
  };
  for (const next of history) {
    if (next.kind === 'wait') {
      await fixture.wait(next.span);
      await expireMails(orm.em.fork());
    } else {
      const address = next.whom === 'victim' ? victim : `${next.whom}@own.example`;
      await (next.kind === 'ask'
        ? fixture.instance(0).send(address, next.ip)
        : signIn(fixture, address));
    }
    while (await deliverNext(deps)) {
      // Delivers all that may leave.
    }
  }
  return times;
}

/** Plays histories in all worlds. Returns how many own mails waited. */
export async function compareWorlds(
  fixture: Fixture,
  histories: number,
  seed: number,
): Promise<number> {
  let mails = 0;
  const property = fc.asyncProperty(
    fc.array(act, { maxLength: 30, size: 'max' }),
    async (history) => {
      const unknown = await timesIn(fixture, 'unknown', history);
      mails += unknown.length;
      for (const kind of kinds.slice(1)) {
        assert.deepEqual(
          await timesIn(fixture, kind, history),
          unknown,
          `invariant 17: an asker's own mails leave at the same times if another address is ${kind}`,
        );
      }
    },
  );
  await fc.assert(property, { numRuns: histories, seed });
  return mails;
}

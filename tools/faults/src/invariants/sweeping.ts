import assert from 'node:assert/strict';
import { sweep as sweepDatabase } from '@namecard/router';
import type { Instance } from './instance.ts';
import { dumpText } from './observe.ts';
import { day } from './time.ts';
import type { Fixture } from './fixture.ts';

/** Sweeps, then checks that old rows are gone. */
export async function sweep(fixture: Fixture, instance: Instance): Promise<void> {
  instance.setProcessClock();
  await sweepDatabase({ orm: instance.orm, settings: instance.settings });
  for (const person of fixture.people) {
    person.challenges = person.challenges.filter(
      ({ begunAt }) => begunAt >= fixture.now - day,
    );
    if (person.held && person.held.since < fixture.now - day) person.held = undefined;
  }
  await expectForgotten(fixture);
}

/** People who never signed in are forgotten a day after the last ask. */
async function expectForgotten(fixture: Fixture): Promise<void> {
  const text = await dumpText(fixture.database.orm);
  const requests = [
    ...fixture.strangers,
    ...fixture.people
      .filter(({ account }) => account === undefined)
      .map(({ address, requestedAt }) => [address, requestedAt] as const),
  ];
  for (const [address, requestedAt] of requests) {
    if (requestedAt !== undefined && requestedAt < fixture.now - day) {
      fixture.saw('an address forgotten');
      assert.equal(
        text.includes(address),
        false,
        'invariant 14: 24 hours after its last request an address has left no row',
      );
    }
  }
}

/** No given code or token is in the database or in a reported failure. */
export async function expectNoSecrets(fixture: Fixture): Promise<void> {
  const reported = fixture.instances
    .flatMap(({ unexpected }) => unexpected.map(String))
    .join('\n');
  const text = `${await dumpText(fixture.database.orm)}\n${reported}`;
  const words = new Set(text.split(/[^\w-]+/));
  const found = [...fixture.secrets].filter((secret) => {
    const bytes = Buffer.from(secret).toString('hex');
    return words.has(secret) || words.has(grouped(secret)) || text.includes(bytes);
  });
  assert.deepEqual(found, [], 'invariant 13: no code and no token is kept or reported');
}

const grouped = (code: string) =>
  `${code.slice(0, 4)}-${code.slice(4, 8)}-${code.slice(8)}`;

import { statements } from '@namecard/db';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { signIn } from '../testing/people.ts';
import { type TestService, useService } from '../testing/use-service.ts';
import { numberChunk, readChanges, readFeed } from './queries.ts';

const service = useService();

/** The kinds of the changes after a number, numbered first. */
async function kindsAfter({ orm }: TestService, after: number): Promise<string[]> {
  await numberChunk(orm.em);
  const rows = await readChanges(orm.em, after, 1_000);
  return rows.map(({ kind, revision }) => `${kind} ${revision}`);
}

describe('numbering', () => {
  it('tells what is done to users and profiles, in order', async () => {
    const ann = await signIn(service());
    await ann.api.profiles.create({ username: 'ann', referral: '' });
    await ann.api.profiles.updateSocials({ username: 'ann', about: 'Hello' });
    await ann.api.profiles.remove({ username: 'ann' });
    expect(await kindsAfter(service(), 0)).toEqual([
      'user.created 1',
      'profile.created 1',
      'profile.updated 2',
      'profile.deleted 3',
    ]);
    void [statements, v7, readFeed];
  });
});

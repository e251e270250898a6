import { type Orm, statements } from '@namecard/db';
import { sql } from 'kysely';
import { none, type Figure } from '../harness/figures.ts';
import { isWell, type Answered, type Kind } from '../harness/load.ts';
import type { ReadChange } from './reader.ts';

/** Changes made by acknowledged calls. */
const changesBy: Partial<Record<Kind, string>> = {
  create: 'profile.created',
  edit: 'profile.updated',
  'edit oneself': 'user.updated',
  remove: 'profile.deleted',
};

/** The final revision of each user and profile. */
async function readRevisions(orm: Orm): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; revision: number }>`
    select id, revision from users union all select id, revision from profiles
  `.execute(statements(orm.em));
  return new Map(rows.map(({ id, revision }) => [id, revision]));
}

/** Compares the feed with the acknowledged calls and the final rows. */
export async function wholeFigures(
  orm: Orm,
  changes: readonly ReadChange[],
  answers: readonly Answered[],
): Promise<Figure[]> {
  const last = new Map<string, ReadChange>();
  let outOfOrder = 0;
  for (const change of changes) {
    const before = last.get(change.id)?.revision;
    // Users existed before the feed was read.
    const expected =
      before === undefined && change.kind.startsWith('user.') ? 2 : (before ?? 0) + 1;
    outOfOrder += Number(change.revision !== expected);
    last.set(change.id, change);
  }
  const revisions = await readRevisions(orm);
  const wrongEnds = [...last.values()].filter(({ id, kind, revision }) =>
    kind === 'profile.deleted' ? revisions.has(id) : revisions.get(id) !== revision,
  );
  const unknown = [...revisions].filter(
    ([id, revision]) => !last.has(id) && revision > 1,
  );
  const missing = Object.entries(changesBy).map(([kind, change]) => {
    const done = answers.filter((one) => one.kind === kind && isWell(one)).length;
    return Math.max(0, done - changes.filter((one) => one.kind === change).length);
  });
  return [
    { name: 'changes that were told', value: changes.length },
    none('changes that are missing, twice or out of order', outOfOrder),
    none(
      'subjects whose last change is not what they are',
      wrongEnds.length + unknown.length,
    ),
    none(
      'acknowledged and not told',
      missing.reduce((sum, count) => sum + count, 0),
    ),
  ];
}

/** A reader that begins in the middle must get the end of the same feed. */
export function middleFigures(
  whole: readonly ReadChange[],
  middle: readonly ReadChange[],
): Figure[] {
  const expected = whole.slice(whole.length - middle.length);
  const differing = middle.filter((change, index) => {
    const other = expected[index];
    return change.id !== other?.id || change.revision !== other.revision;
  });
  return [
    { name: 'changes since the middle', value: middle.length, atLeast: whole.length / 4 },
    none('changes that differ from the first reader’s', differing.length),
  ];
}

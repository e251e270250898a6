import { statements } from '@namecard/db';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { EntityManager } from '../../context.ts';
import { isoInstant, usernameKey } from '../../text.ts';
import type { MyProfiles } from '../schemas.ts';
import type { ProfileRow } from '../view.ts';

type Notice = z.infer<typeof MyProfiles>['data']['notices'][number];

/** Why each of an owner's hidden profiles is so, by the newest act that hid it; private notes are not the owner's to read. */
export async function readNotices(
  em: EntityManager,
  ownerId: string,
  profiles: readonly Pick<ProfileRow, 'username' | 'hidden'>[],
): Promise<Notice[]> {
  const hidden = profiles.flatMap((row) => (row.hidden ? [usernameKey(row.username)] : []));
  if (hidden.length === 0) {
    return [];
  }
  const { rows } = await sql<Notice>`
    select profiles.username, coalesce(acts.reason, 'other') as reason, acts.note, acts.at
    from unnest(${hidden}::text[]) with ordinality as asked (key, place)
    join profiles on profiles.username_key = asked.key and profiles.owner_id = ${ownerId}
    cross join lateral (
      select reason, note, at from events
      where profile_id = profiles.id and action = 'profile.hidden' order by position desc limit 1
    ) acts
    where profiles.hidden order by asked.place
  `.execute(statements(em));
  return rows.map(({ username, reason, note, at }) => ({
    username,
    reason,
    note,
    at: isoInstant(at),
  }));
}

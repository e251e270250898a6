import { statements } from '@namecard/db';
import { sql } from 'kysely';
import { z } from 'zod';
import { ask } from './fixture/ask.ts';
import type { Observed } from './fixture/database.ts';
import type { Finding } from './fixture/findings.ts';
import type { Acknowledged, Load } from './fixture/load.ts';
import type { Fixture } from './fixture/fixture.ts';

const Me = z.object({
  data: z.object({ user: z.object({ worldId: z.string().nullable() }) }),
});

/** How many of the acknowledged profiles are not there. */
export async function missingProfiles(
  { orm }: Observed,
  acknowledged: Acknowledged[],
): Promise<number> {
  const names = acknowledged.flatMap(({ profiles }) => profiles);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from unnest(${names}::text[]) as name
    where not exists (select from profiles where username = name)
  `.execute(statements(orm.em.fork()));
  return rows[0]?.count ?? names.length;
}

/** Users whose field holds an older number than the last that was acknowledged, or one that was never sent. */
export async function staleUsers(
  { origins }: Pick<Fixture, 'origins'>,
  acknowledged: Acknowledged[],
): Promise<number> {
  const stale = await Promise.all(
    acknowledged.map(async ({ token, written, tried }) => {
      const { text } = await ask(`${origins[0]}/api/v1/users/me`, { token });
      const number = Number(Me.parse(JSON.parse(text)).data.user.worldId);
      return number < written || number > tried;
    }),
  );
  return stale.filter(Boolean).length;
}

/** That what users were told is done is there. */
export async function checkWrites(
  fixture: Fixture,
  { acknowledged }: Load,
): Promise<Finding> {
  const profiles = acknowledged.reduce((sum, mine) => sum + mine.profiles.length, 0);
  const patches = acknowledged.reduce((sum, mine) => sum + mine.written, 0);
  const missing = await missingProfiles(fixture.database, acknowledged);
  const stale = await staleUsers(fixture, acknowledged);
  return {
    promise: 'no accepted write is lost',
    kept: profiles > 0 && missing === 0 && stale === 0,
    figures: `profiles acknowledged ${profiles}, missing ${missing}; changes up to number ${patches} over ${acknowledged.length} users, users with an older one ${stale}`,
  };
}

/** The addresses that were promised a mail and got none. */
export const lostMails = (
  { inbox }: Pick<Fixture, 'inbox'>,
  acknowledged: Acknowledged[],
) =>
  acknowledged
    .flatMap(({ mails }) => mails)
    .filter((email) => inbox.to(email).length === 0);

/** That everybody who was told so got a mail. */
export function checkMails({ inbox }: Fixture, { acknowledged }: Load): Finding {
  const promised = acknowledged.flatMap(({ mails }) => mails);
  const lost = lostMails({ inbox }, acknowledged).length;
  return {
    promise: 'every mail that was promised arrives',
    kept: promised.length > 0 && lost === 0,
    figures: `promised ${promised.length}, lost ${lost}, arrived twice ${promised.filter((email) => inbox.to(email).length > 1).length}`,
  };
}

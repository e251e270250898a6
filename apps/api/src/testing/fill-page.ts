import type { TestService } from './start-service.ts';

/** As many profiles as a page holds, each of the largest size in bytes. */
export async function fillPage(
  { service }: Pick<TestService, 'service'>,
  owner: string,
): Promise<void> {
  const link = `https://example.com/${'\u{1f600}'.repeat(492)}`;
  await service.parts.orm.em.execute(
    `with made as (
       insert into profiles (id, owner_id, username, username_key, referral, about, socials)
       select gen_random_uuid(), u.id, 'p' || n, 'p' || n, ?, ?, ?
       from users u, generate_series(0, 99) n where u.email = ? returning owner_id
     )
     update users set profile_count = 100 where id in (select owner_id from made)`,
    [
      '\u{1f600}'.repeat(256),
      '\u{1f600}'.repeat(2_000),
      JSON.stringify({ x: link, telegram: link, website: link, discord: link }),
      owner,
    ],
  );
}

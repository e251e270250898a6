import { statements } from '@namecard/db';
import { hideProfile } from '@namecard/router';
import { fillDesk } from './desk.ts';
import { lifelikeProfile } from './lifelike.ts';
import type { Parts } from '../../parts.ts';
import { writePeople } from './write.ts';

const count = 300;

/** Reasons of the demo's hidden profiles, and the notes to their owners. */
const causes = [
  { reason: 'spam', note: 'Please remove the adverts, then write to us.' },
  { reason: 'impersonation', note: 'This is the name of somebody else.' },
  { reason: 'personal_data', note: null },
] as const;

/** Hides profiles as a moderator does, with entries in the history. */
async function hideAsModerator(
  { orm, deps }: Parts,
  usernames: readonly string[],
): Promise<void> {
  const id = deps.random.id();
  const email = 'moderator@example.com';
  await statements(orm.em)
    .insertInto('users')
    .values({ id, email, emailKey: email, role: 'moderator' })
    .execute();
  const actor = {
    kind: 'user',
    id,
    role: 'moderator',
    isConfiguredAdmin: false,
    sessionId: deps.random.id(),
    origin: {
      ip: '127.0.0.1',
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    },
  } as const;
  for (const [index, username] of usernames.entries()) {
    const cause = causes[index % causes.length] ?? causes[0];
    await hideProfile(deps, actor, { username, ...cause, privateNote: null });
  }
}

/** Adds people with one profile each, if the database has no profile. */
export async function fillWithDemo(parts: Parts): Promise<string> {
  const isFilled = await parts.orm.em.transactional(async (em) => {
    const profiles = statements(em).selectFrom('profiles').select('id').limit(1);
    if (await profiles.executeTakeFirst()) {
      return false;
    }
    const people = { users: count, profiles: count, sessions: 0 };
    await writePeople(em, people, { hidden: false });
    return true;
  });
  if (!isFilled) {
    return 'There are profiles already: --demo fills an empty database only.';
  }
  const people = Array.from({ length: count }, (_, index) => lifelikeProfile(index + 1));
  const toHide = people.filter(({ hidden }) => hidden);
  await hideAsModerator(
    parts,
    toHide.map(({ username }) => username),
  );
  await fillDesk(parts);
  return `Filled the empty database with ${count} made-up profiles.`;
}

import { statements } from '@namecard/db';
import { hideProfile } from '@namecard/router';
import { fillDesk } from './desk.ts';
import { lifelikeProfile, seededNumbers } from './lifelike.ts';
import type { Parts } from '../../parts.ts';
import { insertProfiles, insertUsers } from './write.ts';

const demoProfiles = 300;

/** Days over which the demo's profiles are spread. The newest is from today. */
const demoDays = 90;

const momentOf = (index: number) => {
  const days = ((demoProfiles - index) * demoDays) / demoProfiles;
  return new Date(Date.now() - days * 86_400_000).toISOString();
};

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
  const origin = {
    ip: '127.0.0.1',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  } as const;
  const actor = {
    kind: 'user',
    id,
    role: 'moderator',
    isConfiguredAdmin: false,
    sessionId: deps.random.id(),
    origin,
  } as const;
  for (const [index, username] of usernames.entries()) {
    const cause = causes[index % causes.length] ?? causes[0];
    await hideProfile(deps, actor, { username, ...cause, privateNote: null });
  }
}

/** Adds people with one profile each, if the database has no profile. */
export async function fillWithDemo(parts: Parts): Promise<string> {
  const {
    orm,
    deps: { random },
  } = parts;
  const numbers = seededNumbers(1);
  const people = Array.from({ length: demoProfiles }, (_, index) => ({
    ...lifelikeProfile(index + 1, numbers),
    id: random.id(),
    ownerId: random.id(),
    createdAt: momentOf(index),
  }));
  const users = people.map(({ ownerId: id, email, createdAt }) => ({
    id,
    email,
    profileCount: 1,
    createdAt,
  }));
  const isFilled = await orm.em.transactional(async (em) => {
    const database = statements(em);
    if (await database.selectFrom('profiles').select('id').limit(1).executeTakeFirst()) {
      return false;
    }
    await insertUsers(em, users);
    // A moderator hides some below.
    await insertProfiles(
      em,
      people.map((card) => ({ ...card, hidden: false })),
    );
    return true;
  });
  if (!isFilled) {
    return 'There are profiles already: --demo fills an empty database only.';
  }
  await hideAsModerator(
    parts,
    people.filter(({ hidden }) => hidden).map(({ username }) => username),
  );
  await fillDesk(parts);
  return `Filled the empty database with ${demoProfiles} made-up profiles.`;
}

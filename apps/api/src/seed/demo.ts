import { statements } from '@namecard/db';
import { sql } from 'kysely';
import { lifelikeProfile, seededNumbers } from './lifelike.ts';
import type { Parts } from '../parts.ts';

const demoProfiles = 300;

/** Days that the demo's profiles are spread over, the newest today. */
const demoDays = 90;

const ago = (index: number) =>
  sql<string>`current_instant() - make_interval(secs => ${((demoProfiles - index) * demoDays * 86_400) / demoProfiles})`;

/** A few hundred people with a profile each, in a database that has no profile yet. Tells what it did. */
export async function fillWithDemo({ orm, deps: { random } }: Parts): Promise<string> {
  const numbers = seededNumbers(1);
  const people = Array.from({ length: demoProfiles }, (_, index) => ({
    ...lifelikeProfile(index + 1, numbers),
    userId: random.id(),
    createdAt: ago(index),
  }));
  return orm.em.transactional(async (em) => {
    const database = statements(em);
    if (await database.selectFrom('profiles').select('id').limit(1).executeTakeFirst()) {
      return 'There are profiles already: --demo fills an empty database only.';
    }
    await database
      .insertInto('users')
      .values(
        people.map(({ userId, email, createdAt }) => ({
          id: userId,
          email,
          emailKey: email,
          profileCount: 1,
          createdAt,
          updatedAt: createdAt,
        })),
      )
      .execute();
    await database
      .insertInto('profiles')
      .values(
        people.map(({ userId, username, about, socials, location, hidden, createdAt }) => ({
          id: random.id(),
          ownerId: userId,
          username,
          usernameKey: username,
          referral: '',
          about,
          socials,
          latitude: location?.latitude ?? null,
          longitude: location?.longitude ?? null,
          hidden,
          createdAt,
          updatedAt: createdAt,
        })),
      )
      .execute();
    return `Filled the empty database with ${demoProfiles} made-up profiles.`;
  });
}

import { type IdentityName, identityNames } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';

/** The identity's name, where another user links exactly the same. */
const nameIfShared = (name: IdentityName) => {
  const [own, theirs] = ['users', 'other'].map((table) => sql.ref(`${table}.${name}`));
  return sql`case when exists (
    select from users other where ${theirs} = ${own} and other.id <> users.id
  ) then ${sql.lit(name)} end`;
};

/**
 * Which identities of a row of `users` (the table, under that name) other users link too, in the order of `identityNames`.
 * They are compared as they are stored: nothing says that the same text in another case means the same.
 */
export const duplicateIdentitiesOf: RawBuilder<IdentityName[]> = sql`
  array_remove(array[${sql.join(identityNames.map(nameIfShared))}], null)
`;

/** The values are gathered first, by an index alone, and an index leads from each to its users. */
const usersWhoShare = (name: IdentityName) => {
  const column = sql.ref(name);
  return sql`
    select id from users where ${column} = any(array(
      select ${column} from users where ${column} is not null group by 1 having count(*) > 1
    ))
  `;
};

/** A subquery of the ids of all users who link what others link too, each once. */
export const usersWithDuplicates: RawBuilder<{ id: string }> = sql`
  (${sql.join(identityNames.map(usersWhoShare), sql` union `)})
`;

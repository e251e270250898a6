import { type IdentityName, identityNames } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';

/** The identity's name, if another user has linked exactly the same one. */
const nameIfShared = (name: IdentityName) => {
  const [own, theirs] = ['users', 'other'].map((table) => sql.ref(`${table}.${name}`));
  return sql`case when exists (
    select from users other where ${theirs} = ${own} and other.id <> users.id
  ) then ${sql.lit(name)} end`;
};

/**
 * Identities of a row of `users` that others have linked too, in the order of
 * `identityNames`. Compared exactly, because another case may be another
 * identity.
 */
export const duplicateIdentitiesOf: RawBuilder<IdentityName[]> = sql`
  array_remove(array[${sql.join(identityNames.map(nameIfShared))}], null)
`;

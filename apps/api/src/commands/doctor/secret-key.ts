import type { Executor } from '@namecard/db';
import { createKeyRing, readSealingKeys } from '@namecard/router';
import type { Environment } from '../../settings/environment.ts';
import { secretKeysOf } from '../../settings/secret-key.ts';
import { type Check, checksOf } from './check.ts';

/** Whether the keys of the hashes, which the database holds sealed, can be opened. */
export async function checkSecretKey(
  em: Executor,
  environment: Environment,
): Promise<Check> {
  const { ok, fail } = checksOf('secret key');
  const keys = createKeyRing(await secretKeysOf(environment));
  const sealing = await readSealingKeys(em);
  if (sealing.some((id) => keys.find(id) === undefined)) {
    return fail(
      'SECRET_KEY is not the one that the database was used with: add that to the list',
    );
  }
  if (keys.ids.length > 1) {
    return ok(`it is the database’s; one of ${keys.ids.length}`);
  }
  return ok('it is the database’s');
}

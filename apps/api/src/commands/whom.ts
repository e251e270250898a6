import { inspectAddress } from '@namecard/router';
import { z } from 'zod';
import { CommandError } from './explain-error.ts';
import { type Operation } from './run.ts';

const Id = z.uuid();

/** The user's id, given their id or email address. */
export async function userIdOf(
  { deps }: Pick<Operation, 'deps'>,
  whom: string,
): Promise<string> {
  if (Id.safeParse(whom).success) {
    return whom;
  }
  const { data } = await inspectAddress(deps, { address: whom });
  if (data.user === null) {
    throw new CommandError('Nobody has this address.');
  }
  return data.user.id;
}

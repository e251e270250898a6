import { inspectAddress } from '@namecard/router';
import { z } from 'zod';
import { CommandError } from '../settings/explain-error.ts';
import type { Operation } from './run.ts';

const Id = z.uuid();

/** The user's id, given their id or email address. Undefined if nobody has the address. */
export async function findUserId(
  deps: Operation['deps'],
  whom: string,
): Promise<string | undefined> {
  if (Id.safeParse(whom).success) {
    return whom;
  }
  const { data } = await inspectAddress(deps, { address: whom });
  return data.user?.id;
}

export const nobody = () => new CommandError('Nobody has this address.');

export async function userIdOf(deps: Operation['deps'], whom: string): Promise<string> {
  const id = await findUserId(deps, whom);
  if (id === undefined) {
    throw nobody();
  }
  return id;
}

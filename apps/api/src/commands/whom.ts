import { inspectAddress } from '@namecard/router';
import type { Command } from 'commander';
import { z } from 'zod';
import { CommandError, type Operation } from './run.ts';

/** Several files add commands to `user`; the first one creates it. */
export const userCommands = (program: Command): Command =>
  program.commands.find((command) => command.name() === 'user') ??
  program.command('user').description('show and manage a user');

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

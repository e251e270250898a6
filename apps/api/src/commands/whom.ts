import { inspectAddress } from '@namecard/router';
import type { Command } from 'commander';
import { z } from 'zod';
import { CommandError, type Operation } from './run.ts';

/** Under `user`, which the first of the files that add commands to it begins. */
export const userCommands = (program: Command): Command =>
  program.commands.find((command) => command.name() === 'user') ??
  program.command('user').description('look at a user and decide about them');

const Id = z.uuid();

/** The id of whoever a command is about: their id as it is, or whose address it is. */
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

import type { Command } from 'commander';

/** A command that program.ts created. Several files may add to it. */
export const commandOf = (program: Command, name: string): Command =>
  program.commands.find((command) => command.name() === name) ?? program.command(name);

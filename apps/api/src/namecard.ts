#!/usr/bin/env node
import { Command } from 'commander';
import { addConfigCommands } from './commands/config.ts';
import { addStartCommands } from './commands/start.ts';

const program = new Command()
  .name('npx namecard')
  .description(
    'Runs Namecard and looks after it. Settings come from the environment; the README lists them.',
  )
  .showHelpAfterError('Add --help for what can be said.');

for (const addCommands of [addStartCommands, addConfigCommands]) {
  addCommands(program);
}

await program.parseAsync();

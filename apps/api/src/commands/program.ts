import { Command } from 'commander';
import { addBackupCommands } from './backups.ts';
import { addConfigCommands } from './config.ts';
import { addCountsCommands } from './counts.ts';
import { addDoctorCommands } from './doctor.ts';
import { addKeyCommands } from './keys.ts';
import { addMailCommands } from './mail.ts';
import { addMigrateCommands } from './migrate.ts';
import { addPersonalDataCommands } from './personal-data.ts';
import { addProfileCommands } from './profiles.ts';
import { addSecretCommands } from './secrets.ts';
import { addStartCommands } from './start.ts';
import { addTestLoginCommands } from './test-logins.ts';
import { addTraceCommands } from './trace.ts';
import { addUndoCommands } from './undo.ts';
import { addUserCommands } from './users.ts';
import { version } from '../watch/version.ts';

/** In the order of the help. */
const parts = [
  addStartCommands,
  addConfigCommands,
  addMigrateCommands,
  addDoctorCommands,
  addUserCommands,
  addTraceCommands,
  addUndoCommands,
  addPersonalDataCommands,
  addProfileCommands,
  addKeyCommands,
  addMailCommands,
  addCountsCommands,
  addSecretCommands,
  addTestLoginCommands,
  addBackupCommands,
];

export function createProgram(): Command {
  const program = new Command()
    .name('npx namecard')
    .description(
      'Starts, checks and manages Namecard. Settings come from the environment; docs/run/settings.md lists them.',
    )
    .version(version)
    .showHelpAfterError('Add --help to see the options.');
  for (const addCommands of parts) {
    addCommands(program);
  }
  return program;
}

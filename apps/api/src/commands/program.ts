import { Command } from 'commander';
import { version } from '../watch/version.ts';

type Entry = [
  name: string,
  description: string,
  /** Adds its arguments, its options and what it does. */
  add: (command: Command) => Promise<void>,
];

/**
 * In the order of the help. A file loads a large part of the service, so only the
 * files of the asked command are loaded.
 */
const entries: readonly Entry[] = [
  [
    'start',
    'start the service; in production use the command of docs/run/install.md instead',
    async (command) => (await import('./start.ts')).addStart(command),
  ],
  [
    'config',
    'print every setting with its value and source; secrets are masked',
    async (command) => (await import('./config.ts')).addConfig(command),
  ],
  [
    'migrate',
    'apply missing migrations, as a start does, and print them',
    async (command) => (await import('./migrate.ts')).addMigrate(command),
  ],
  [
    'doctor',
    'check settings, database, disk and mail; one line each; exit code 1 if a check fails',
    async (command) => (await import('./doctor.ts')).addDoctor(command),
  ],
  [
    'user',
    'manage a user',
    async (command) => {
      (await import('./users.ts')).addUser(command);
      (await import('./trace.ts')).addTrace(command);
      (await import('./personal-data.ts')).addPersonalData(command);
    },
  ],
  [
    'invite',
    'invite the people of a file: their addresses may sign up for 90 days',
    async (command) => (await import('./invitations.ts')).addInvite(command),
  ],
  [
    'undo',
    'undo all actions of a moderator, an admin or a service key since a time, newest first',
    async (command) => (await import('./undo.ts')).addUndo(command),
  ],
  [
    'key',
    'create, list and end service keys, which other programs use',
    async (command) => (await import('./keys.ts')).addKey(command),
  ],
  [
    'mail',
    'send a test mail, or stop mail to an address',
    async (command) => (await import('./mail.ts')).addMail(command),
  ],
  [
    'secret',
    'change the secret key, which protects codes and stored secrets',
    async (command) => (await import('./secrets.ts')).addSecret(command),
  ],
  [
    'test-login',
    'create a sign-in code for a reviewer or a test, and print the line to set',
    async (command) => (await import('./test-logins.ts')).addTestLogin(command),
  ],
  [
    'backup',
    'write all data to a new file; the service may keep running',
    async (command) => (await import('./backups.ts')).addBackup(command),
  ],
  [
    'restore',
    'load a backup into the configured database, which must be empty; all or nothing',
    async (command) => (await import('./backups.ts')).addRestore(command),
  ],
  [
    'move',
    'copy all data into another, empty database; stop the service first',
    async (command) => (await import('./backups.ts')).addMove(command),
  ],
];

/** @param asked words of the command line; default: loads all commands */
export async function createProgram(asked?: readonly string[]): Promise<Command> {
  const program = new Command()
    .name('./namecard')
    .description(
      'Starts, checks and manages Namecard. Settings come from the environment; docs/run/settings.md lists them.',
    )
    .version(version)
    .showHelpAfterError('Add --help to see the options.');
  for (const [name, description, add] of entries) {
    const command = program.command(name).description(description);
    if (asked?.includes(name) ?? true) await add(command);
  }
  return program;
}

import { Command } from 'commander';
import { commandOf } from './command-of.ts';
import { version } from '../watch/version.ts';

type Part = {
  /** The commands of the file, with what the help says of them. */
  commands: Record<string, string>;
  add: (program: Command) => Promise<void>;
};

/**
 * In the order of the help. A file loads a large part of the service, so only the
 * files of the asked command are loaded.
 */
const parts: readonly Part[] = [
  {
    commands: {
      start:
        'start the service; in production use the command of docs/run/install.md instead',
    },
    add: async (program) => (await import('./start.ts')).addStartCommands(program),
  },
  {
    commands: {
      config: 'print every setting with its value and source; secrets are masked',
    },
    add: async (program) => (await import('./config.ts')).addConfigCommands(program),
  },
  {
    commands: { migrate: 'apply missing migrations, as a start does, and print them' },
    add: async (program) => (await import('./migrate.ts')).addMigrateCommands(program),
  },
  {
    commands: {
      doctor:
        'check settings, database, disk and mail; one line each; exit code 1 if a check fails',
    },
    add: async (program) => (await import('./doctor.ts')).addDoctorCommands(program),
  },
  {
    commands: { user: 'manage a user' },
    add: async (program) => {
      (await import('./users.ts')).addUserCommands(program);
      (await import('./trace.ts')).addTraceCommands(program);
      (await import('./personal-data.ts')).addPersonalDataCommands(program);
    },
  },
  {
    commands: {
      invite: 'invite the people of a file: their addresses may sign up for 90 days',
    },
    add: async (program) =>
      (await import('./invitations.ts')).addInvitationCommands(program),
  },
  {
    commands: {
      undo: 'undo all actions of a moderator, an admin or a service key since a time, newest first',
    },
    add: async (program) => (await import('./undo.ts')).addUndoCommands(program),
  },
  {
    commands: { key: 'create, list and end service keys, which other programs use' },
    add: async (program) => (await import('./keys.ts')).addKeyCommands(program),
  },
  {
    commands: { mail: 'send a test mail, or stop mail to an address' },
    add: async (program) => (await import('./mail.ts')).addMailCommands(program),
  },
  {
    commands: {
      secret: 'change the secret key, which protects codes and stored secrets',
    },
    add: async (program) => (await import('./secrets.ts')).addSecretCommands(program),
  },
  {
    commands: {
      'test-login':
        'create a sign-in code for a reviewer or a test, and print the line to set',
    },
    add: async (program) =>
      (await import('./test-logins.ts')).addTestLoginCommands(program),
  },
  {
    commands: {
      backup: 'write all data to a new file; the service may keep running',
      restore:
        'load a backup into the configured database, which must be empty; all or nothing',
      move: 'copy all data into another, empty database; stop the service first',
    },
    add: async (program) => (await import('./backups.ts')).addBackupCommands(program),
  },
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
  for (const { commands, add } of parts) {
    for (const [name, description] of Object.entries(commands)) {
      commandOf(program, name).description(description);
    }
    if (asked === undefined || asked.some((word) => Object.hasOwn(commands, word))) {
      await add(program);
    }
  }
  return program;
}

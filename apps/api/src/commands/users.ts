import { moderationReasons, roles } from '@namecard/db';
import {
  changeRole,
  ChangeRoleInput,
  inspectUser,
  openMove,
  OpenMoveInput,
  suspendUser,
  SuspendUserInput,
  unsuspendUser,
  UnsuspendUserInput,
} from '@namecard/router';
import { Argument, type Command, Option } from 'commander';
import { type Json, jsonOption, print } from './output.ts';
import { operate } from './run.ts';
import { userIdOf } from './whom.ts';

type Inspected = Awaited<ReturnType<typeof inspectUser>>['data'];

const aboutUser = (user: Command, name: string, description: string): Command =>
  user
    .command(name)
    .description(description)
    .argument('<who>', 'their email address or id')
    .option(...jsonOption);

function stateOf({ suspension }: Pick<Inspected['user'], 'suspension'>): string {
  if (suspension === null) {
    return 'not suspended';
  }
  const { since, until, reason } = suspension;
  const end = until && ` until ${until}`;
  const why = reason && `: ${reason}`;
  return `suspended since ${since}${end ?? ''}${why ?? ''}`;
}

function addRole(user: Command): void {
  aboutUser(user, 'role', 'give a user a role')
    .addArgument(new Argument('<role>').choices(roles))
    .option('--note <text>', 'only for the team')
    .action(async (who: string, to: string, { json, note }: Json & { note?: string }) =>
      operate(async ({ deps, actor }) => {
        const id = await userIdOf(deps, who);
        const { role: from } = (await inspectUser(deps, actor, { id })).data.user;
        const input = ChangeRoleInput.parse({ id, from, to, note });
        const { data } = await changeRole(deps, actor, input);
        const lines = [
          `${data.user.email}: ${from} before, ${data.user.role} now.`,
          data.user.isConfiguredAdmin &&
            'ADMIN_EMAILS lists this address: it stays an admin until you remove it from the list and restart the service.',
        ];
        print(data, lines, { json });
      }),
    );
}

function addReaddress(user: Command): void {
  aboutUser(
    user,
    'readdress',
    'change the address of a user who has lost the mailbox, after a wait',
  )
    .argument('<address>', 'their new address')
    .requiredOption(
      '--note <text>',
      'why, and what was seen as evidence; only for admins',
    )
    .action(async (who: string, email: string, { json, note }: Json & { note: string }) =>
      operate(async ({ deps, actor }) => {
        const id = await userIdOf(deps, who);
        const input = OpenMoveInput.parse({ id, email, reason: note });
        const { data } = await openMove(deps, actor, input);
        const lines = [
          `A code is mailed to ${input.email}. The user enters it within three days: “I have a code for a new address”.`,
          'Then the change waits for 7 days, or 14 if the account has a role. The old address and all admins are told, and can end it.',
        ];
        print(data, lines, { json });
      }),
    );
}

type SuspendOptions = Json & {
  reason: string;
  note?: string;
  privateNote?: string;
  days?: number;
  until?: string;
};

function addSuspend(user: Command): void {
  aboutUser(user, 'suspend', 'suspend a user and end all their sessions')
    .addOption(
      new Option('--reason <reason>', 'why')
        .choices(moderationReasons)
        .makeOptionMandatory(),
    )
    .option('--note <text>', 'for the user to read')
    .option('--private-note <text>', 'only for the team')
    .option(
      '--days <number>',
      'days until the suspension ends; without --days and --until it never ends',
      Number,
    )
    .option('--until <instant>', 'end time, such as 2027-01-31T12:00:00Z')
    .action(async (who: string, { json, ...why }: SuspendOptions) =>
      operate(async ({ deps, actor }) => {
        const id = await userIdOf(deps, who);
        const { data } = await suspendUser(
          deps,
          actor,
          SuspendUserInput.parse({ id, ...why }),
        );
        print(data, [`${data.user.email} is ${stateOf(data.user)}.`], { json });
      }),
    );
}

function addRestore(user: Command): void {
  aboutUser(user, 'restore', 'end a suspension; ended sessions stay ended')
    .option('--note <text>', 'for the user to read')
    .option('--private-note <text>', 'only for the team')
    .action(async (who: string, { json, ...why }: Omit<SuspendOptions, 'reason'>) =>
      operate(async ({ deps, actor }) => {
        const id = await userIdOf(deps, who);
        const { data } = await unsuspendUser(
          deps,
          actor,
          UnsuspendUserInput.parse({ id, ...why }),
        );
        print(data, [`${data.user.email} is ${stateOf(data.user)}.`], { json });
      }),
    );
}

export function addUser(user: Command): void {
  addRole(user);
  addReaddress(user);
  addSuspend(user);
  addRestore(user);
}

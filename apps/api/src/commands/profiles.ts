import { moderationReasons } from '@namecard/db';
import {
  hideProfile,
  HideProfileInput,
  inspectProfile,
  operator,
  restoreProfile,
  RestoreProfileInput,
} from '@namecard/router';
import { type Command, Option } from 'commander';
import { commandOf } from './command-of.ts';
import { type Json, jsonOption, print } from './output.ts';
import { operate } from './run.ts';

type Why = { reason: string; note?: string; privateNote?: string } & Json;

const counted = (count: number, noun: string) =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

function addShow(profile: Command): void {
  profile
    .command('show')
    .description('print a profile, its owner and why it is hidden')
    .argument('<username>')
    .option(...jsonOption)
    .action(async (username: string, options: Json) =>
      operate(async ({ deps }) => {
        const { data } = await inspectProfile(deps, operator, { username });
        const { profile: found, siblingCount, referredCount } = data;
        const lines = [
          `${found.username}: ${found.hidden ? 'hidden' : 'shown'}, created ${found.createdAt}, changed ${found.updatedAt}`,
          `owner ${found.owner.email} (${found.owner.id}), who has ${counted(siblingCount, 'other profile')}`,
          `it referred ${counted(referredCount, 'profile')}`,
          ...Object.entries(found.socials).map(
            ([network, link]) => `${network}: ${link}`,
          ),
          found.about,
        ];
        print(data, lines, options);
      }),
    );
}

function addHide(profile: Command): void {
  profile
    .command('hide')
    .description('hide a profile from everybody but its owner and moderators')
    .argument('<username>')
    .addOption(
      new Option('--reason <reason>', 'why')
        .choices(moderationReasons)
        .makeOptionMandatory(),
    )
    .option('--note <text>', 'for the owner to read')
    .option('--private-note <text>', 'only for the team')
    .option(...jsonOption)
    .action(async (username: string, { json, ...why }: Why) =>
      operate(async ({ deps, actor }) => {
        const input = HideProfileInput.parse({ username, ...why });
        const { data } = await hideProfile(deps, actor, input);
        print(data, [`${data.profile.username} is hidden.`], { json });
      }),
    );
}

function addRestore(profile: Command): void {
  profile
    .command('restore')
    .description('show a hidden profile again')
    .argument('<username>')
    .option('--note <text>', 'for the owner to read')
    .option('--private-note <text>', 'only for the team')
    .option(...jsonOption)
    .action(async (username: string, { json, ...why }: Omit<Why, 'reason'>) =>
      operate(async ({ deps, actor }) => {
        const input = RestoreProfileInput.parse({ username, ...why });
        const { data } = await restoreProfile(deps, actor, input);
        print(data, [`${data.profile.username} is shown.`], { json });
      }),
    );
}

export function addProfileCommands(program: Command): void {
  const profile = commandOf(program, 'profile');
  addShow(profile);
  addHide(profile);
  addRestore(profile);
}

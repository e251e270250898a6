import {
  countLiveChallenges,
  longMinutes,
  readInstances,
  readSealingKeys,
  recordOperation,
  sealUnderFirst,
} from '@namecard/router';
import type { Command } from 'commander';
import {
  keepSecretKeys,
  newSecretKey,
  replaceSecretKeys,
  secretKeysSince,
} from '../settings/secret-key.ts';
import { type Json, type Operation, jsonOption, operate, print } from './run.ts';
import { namesOf, withOtherKeys } from './running.ts';

/** What to do next. `key` is a new one, which is not kept anywhere else; `instances` are those that lack a key. */
type Step = { step: string; key?: string; instances?: string[]; lines: string[] };

/** Codes that may still be tried and were derived with another key than the first. */
async function countOldCodes({ deps }: Operation): Promise<number> {
  const live = await countLiveChallenges(deps.em);
  live.delete(deps.keys.current.id);
  return [...live.values()].reduce((sum, count) => sum + count, 0);
}

const restarting =
  'Restart them with that list: a file is read when an instance starts, and under systemd a reload does not read it.';

/** What the history says where all was sealed again. */
const sealedUnder = (before: readonly string[], after: string) => ({
  before: { sealedUnder: [...before] },
  after: { sealedUnder: [after] },
});

/** Seals all under the first key, where nobody who is there lacks it or it is to be done now; else the step that comes first. */
async function sealFirst({ deps }: Operation, isNow: boolean): Promise<Step | undefined> {
  const before = await readSealingKeys(deps.em);
  const { count, lacking } = await sealUnderFirst(deps, isNow);
  const instances = namesOf(lacking);
  if (lacking.length > 0 && !isNow) {
    return {
      step: 'restart',
      instances,
      lines: [
        `These instances lack the first key of SECRET_KEY: ${instances.join(', ')}. Nothing was changed. ${restarting}`,
      ],
    };
  }
  if (count > 0) {
    await recordOperation(
      deps,
      'secret.rotated',
      sealedUnder(before, deps.keys.current.id),
    );
  }
  if (lacking.length > 0) {
    return {
      step: 'sealed',
      instances,
      lines: [
        `All is sealed under the first key now. These instances lack it: ${instances.join(', ')}. Until they are restarted with it they refuse the codes of the others, and send nothing to webhooks.`,
        'If somebody else has the old key, start every instance with the new key alone: codes that are on their way fail then.',
      ],
    };
  }
  return undefined;
}

/** What to do where something is sealed under a key that is not the first: it would be lost with that key. */
async function sealedElsewhere({ deps }: Operation): Promise<Step | undefined> {
  const { current } = deps.keys;
  const others = (await readSealingKeys(deps.em)).filter((id) => id !== current.id);
  return others.length === 0
    ? undefined
    : {
        step: 'keep',
        lines: [
          `Something is still sealed under another key: ${others.join(', ')}. Keep all keys, and put that one into SECRET_KEY. Where it is lost, replace the secrets of the webhooks that the admin app marks.`,
        ],
      };
}

/** The settings are not ours to change: tells what to set, one step after the other. */
async function nextSetting(operation: Operation, isNow: boolean): Promise<Step> {
  const { ids } = operation.deps.keys;
  if (ids.length === 1) {
    const key = newSecretKey();
    const lines = [
      'A new key:',
      key,
      '1. Add it to SECRET_KEY as the last, after a comma, for every instance, and restart them all. Run this again: it says who runs without it.',
      '2. Move it to the front for every instance, five minutes later or more, and restart them all.',
      `3. After ${longMinutes} minutes run this again: it says whether the old one can go.`,
    ];
    return { step: 'add', key, lines };
  }
  const first = await sealFirst(operation, isNow);
  if (first) {
    return first;
  }
  const there = await readInstances(operation.deps.em);
  const others = withOtherKeys(there, ids);
  if (others.length > 0) {
    const instances = namesOf(others);
    return {
      step: 'restart',
      instances,
      lines: [
        `These instances run with another list of keys than SECRET_KEY has here, or in another order: ${instances.join(', ')}. ${restarting}`,
      ],
    };
  }
  const old = await countOldCodes(operation);
  if (old > 0) {
    return {
      step: 'wait',
      lines: [
        `${old} mailed codes were derived with another key than the first: keep all keys.`,
      ],
    };
  }
  const left = await sealedElsewhere(operation);
  if (left) {
    return left;
  }
  const running =
    there.length === 0
      ? 'No instance runs'
      : `Each of the ${there.length} instances that run has this list`;
  return {
    step: 'remove',
    lines: [
      `${running}, and nothing needs another key than the first, ${operation.deps.keys.current.id}. If that is the new key, remove the others. If the new one is still the last, move it to the front.`,
    ],
  };
}

/** Until then a service that was not started again at once may have derived codes with the old key. */
async function minutesLeft(dataDir: string): Promise<number> {
  const passed = (Date.now() - (await secretKeysSince(dataDir))) / 60_000;
  return Math.ceil(longMinutes - passed);
}

/** What the history says of a step: how many keys there were and are. */
const keyCounts = (before: number, after: number) => ({
  before: { keys: before },
  after: { keys: after },
});

/** The keys of `DATA_DIR` are one instance's own: a code that the running one has mailed is read with the old key. */
async function replaceOwn(operation: Operation, isNow: boolean): Promise<Step> {
  const { environment, deps } = operation;
  const { DATA_DIR } = environment;
  const [first, ...others] = await keepSecretKeys(DATA_DIR);
  if (others.length === 0) {
    const key = newSecretKey();
    await replaceSecretKeys(DATA_DIR, [key, first]);
    await recordOperation(deps, 'secret.rotated', keyCounts(1, 2));
    const lines = [
      'A new key is in DATA_DIR, before the old one. Restart the service now.',
      `After ${longMinutes} minutes run this again: it removes the old one.`,
    ];
    return { step: 'restart', lines };
  }
  const sealing = await sealFirst(operation, isNow);
  if (sealing) {
    return sealing;
  }
  const minutes = await minutesLeft(DATA_DIR);
  const old = await countOldCodes(operation);
  if (minutes > 0 || old > 0) {
    const why =
      old > 0
        ? `${old} mailed codes need the old key`
        : 'mailed codes may need the old key';
    return {
      step: 'wait',
      lines: [`${why}: run this again in ${Math.max(minutes, 1)} minutes.`],
    };
  }
  const left = await sealedElsewhere(operation);
  if (left) {
    return left;
  }
  await replaceSecretKeys(DATA_DIR, [first]);
  await recordOperation(deps, 'secret.rotated', keyCounts(1 + others.length, 1));
  return { step: 'done', lines: ['The old key is gone from DATA_DIR.'] };
}

export function addSecretCommands(program: Command): void {
  program
    .command('secret')
    .description('the key under which codes are derived')
    .command('rotate')
    .description(
      'take the next step to another SECRET_KEY: where that is a setting, tell what to set; where DATA_DIR holds it, do it',
    )
    .option(
      '--now',
      'seal under the first key though an instance lacks it: for a stolen key',
    )
    .option(...jsonOption)
    .action(async ({ now = false, ...options }: Json & { now?: boolean }) =>
      operate(async (operation) => {
        const isSet = operation.environment.SECRET_KEY !== undefined;
        const take = isSet ? nextSetting : replaceOwn;
        const { lines, ...result } = await take(operation, now);
        print(result, lines, options);
      }),
    );
}

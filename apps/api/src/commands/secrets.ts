import {
  countLiveChallenges,
  longMinutes,
  readInstances,
  readSealingKeys,
  recordOperation,
  sealUnderFirst,
} from '@namecard/router';
import type { Command } from 'commander';
import { commandOf } from './command-of.ts';
import {
  keepSecretKeys,
  newSecretKey,
  replaceSecretKeys,
  secretKeysSince,
} from '../settings/secret-key.ts';
import { type Json, jsonOption, print } from './output.ts';
import { type Operation, operate } from './run.ts';
import { namesOf, withOtherKeys } from './running.ts';

/** The operator's next step. A new `key` is stored nowhere else. */
type Step = { step: string; key?: string; instances?: string[]; lines: string[] };

/** Counts the live codes that were not derived with the first key. */
async function countOldCodes({ deps }: Operation): Promise<number> {
  const live = await countLiveChallenges(deps.em);
  live.delete(deps.keys.current.id);
  return [...live.values()].reduce((sum, count) => sum + count, 0);
}

const restarting =
  'Restart them with this list. An instance reads its keys only when it starts: under systemd a reload is not enough.';

const sealedUnder = (before: readonly string[], after: string) => ({
  before: { sealedUnder: [...before] },
  after: { sealedUnder: [after] },
});

/** Seals with the first key if all instances have it. Else returns a step. */
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
        `All secrets are now encrypted with the first key. These instances lack it: ${instances.join(', ')}. Until you restart them with it, they refuse codes that other instances mailed, and send no webhooks.`,
        'If somebody else has the old key, set the new key alone and restart every instance. Codes that are already mailed then stop working.',
      ],
    };
  }
  return undefined;
}

/** A step if removing the other keys would lose a sealed secret. */
async function sealedElsewhere({ deps }: Operation): Promise<Step | undefined> {
  const { current } = deps.keys;
  const others = (await readSealingKeys(deps.em)).filter((id) => id !== current.id);
  return others.length === 0
    ? undefined
    : {
        step: 'keep',
        lines: [
          `Some stored secrets are still encrypted with a key that SECRET_KEY lacks: ${others.join(', ')}. Keep all keys, and add that one to SECRET_KEY. If it is lost, replace the webhook secrets that the admin app marks.`,
        ],
      };
}

/** SECRET_KEY is set by the operator, so this only says what to set next. */
async function nextSetting(operation: Operation, isNow: boolean): Promise<Step> {
  const { ids } = operation.deps.keys;
  if (ids.length === 1) {
    const key = newSecretKey();
    const lines = [
      'A new key:',
      key,
      '1. Add the new key to the end of SECRET_KEY, after a comma, on every instance. Restart every instance. Run this command again: it names the instances that have another list.',
      '2. At least five minutes later, move the new key to the front on every instance. Restart every instance.',
      `3. After ${longMinutes} minutes run this command again: it encrypts stored secrets with the new key, and says when you can remove the old key.`,
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
        `These instances run with other keys than SECRET_KEY here, or in another order: ${instances.join(', ')}. ${restarting}`,
      ],
    };
  }
  const old = await countOldCodes(operation);
  if (old > 0) {
    return {
      step: 'wait',
      lines: [
        `${old} mailed codes still need the old key: keep all keys. Run this command again later.`,
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
      : `All ${there.length} running instances have this list`;
  return {
    step: 'remove',
    lines: [
      `${running}, and only the first key, ${operation.deps.keys.current.id}, is needed. If it is the new key, remove the old key on every instance and restart every instance. If the new key is still at the end, move it to the front.`,
    ],
  };
}

/** A service that restarted late may have derived codes with the old key. */
async function minutesLeft(dataDir: string): Promise<number> {
  const passed = (Date.now() - (await secretKeysSince(dataDir))) / 60_000;
  return Math.ceil(longMinutes - passed);
}

const keyCounts = (before: number, after: number) => ({
  before: { keys: before },
  after: { keys: after },
});

/** Only one instance uses these keys. Mailed codes need the old key. */
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
      `After ${longMinutes} minutes run this command again: it removes the old key.`,
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
        ? `${old} mailed codes still need the old key`
        : 'mailed codes may still need the old key';
    return {
      step: 'wait',
      lines: [`${why}: run this command again in ${Math.max(minutes, 1)} minutes.`],
    };
  }
  const left = await sealedElsewhere(operation);
  if (left) {
    return left;
  }
  await replaceSecretKeys(DATA_DIR, [first]);
  await recordOperation(deps, 'secret.rotated', keyCounts(1 + others.length, 1));
  return {
    step: 'done',
    lines: ['The old key is removed from DATA_DIR. Restart the service.'],
  };
}

export function addSecretCommands(program: Command): void {
  commandOf(program, 'secret')
    .command('rotate')
    .description(
      'take the next step to a new secret key: print what to set; if DATA_DIR holds the key, change it there',
    )
    .option(
      '--now',
      'encrypt with the first key even if instances lack it; if somebody else has the old key',
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

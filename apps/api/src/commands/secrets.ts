import {
  countLiveChallenges,
  createKeyRing,
  longMinutes,
  openHashes,
  recordOperation,
} from '@namecard/router';
import type { Command } from 'commander';
import {
  keepSecretKeys,
  newSecretKey,
  replaceSecretKeys,
  secretKeysSince,
} from '../settings/secret-key.ts';
import { type Json, type Operation, jsonOption, operate, print } from './run.ts';

/** What to do next. `key` is a new one, which is not kept anywhere else. */
type Step = { step: string; key?: string; lines: string[] };

/** Codes that may still be tried and were derived with another key than the first. */
async function countOldCodes({ deps }: Operation): Promise<number> {
  const live = await countLiveChallenges(deps.em);
  live.delete(deps.keys.current.id);
  return [...live.values()].reduce((sum, count) => sum + count, 0);
}

/** The settings are not ours to change: tells what to set, one step after the other. */
async function nextSetting(operation: Operation): Promise<Step> {
  const { ids } = operation.deps.keys;
  if (ids.length === 1) {
    const key = newSecretKey();
    const lines = [
      'A new key:',
      key,
      '1. Add it to SECRET_KEY as the last, after a comma, for every instance, and replace them all.',
      '2. Move it to the front for every instance, five minutes later or more, and replace them all.',
      `3. After ${longMinutes} minutes run this again: it says whether the old one can go.`,
    ];
    return { step: 'add', key, lines };
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
  return {
    step: 'remove',
    lines: [
      'No code needs another key than the first of SECRET_KEY. If the new one is the first, remove the others; if it is still the last, move it to the front.',
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
async function replaceOwn(operation: Operation): Promise<Step> {
  const { environment, deps } = operation;
  const { DATA_DIR } = environment;
  const [first, ...others] = await keepSecretKeys(DATA_DIR);
  if (others.length === 0) {
    const key = newSecretKey();
    await replaceSecretKeys(DATA_DIR, [key, first]);
    await openHashes(deps.em, createKeyRing([key, first]), () => {});
    await recordOperation(deps, 'secret.rotated', keyCounts(1, 2));
    const lines = [
      'A new key is in DATA_DIR, before the old one. Restart the service now.',
      `After ${longMinutes} minutes run this again: it removes the old one.`,
    ];
    return { step: 'restart', lines };
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
    .option(...jsonOption)
    .action(async (options: Json) =>
      operate(async (operation) => {
        const isSet = operation.environment.SECRET_KEY !== undefined;
        const { lines, ...result } = await (isSet ? nextSetting : replaceOwn)(operation);
        print(result, lines, options);
      }),
    );
}

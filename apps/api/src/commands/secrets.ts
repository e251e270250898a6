import {
  countLiveChallenges,
  hashKeyFrom,
  longMinutes,
  openHashes,
  readSealingKeys,
  recordOperation,
  rekeyMoves,
  sealUnderFirst,
} from '@namecard/router';
import type { Command } from 'commander';
import { hashKeysOf, newSecretKey, secretKeysOf } from '../settings/secret-key.ts';
import { CommandError } from '../settings/explain-error.ts';
import { type Json, jsonOption, print } from './output.ts';
import { type Operation, operate } from './run.ts';

/** The operator's next step. A new `key` is stored nowhere else. */
type Step = { step: string; key?: string; hashKey?: string; lines: string[] };

/** Counts the live codes that were not derived with the first key. */
async function countOldCodes({ deps }: Operation): Promise<number> {
  const live = await countLiveChallenges(deps.em);
  live.delete(deps.keys.current.id);
  return [...live.values()].reduce((sum, count) => sum + count, 0);
}

const sealedUnder = (before: readonly string[], after: string) => ({
  before: { sealedUnder: [...before] },
  after: { sealedUnder: [after] },
});

/** Seals webhook secrets with the first key. */
async function sealFirst({ deps }: Operation): Promise<void> {
  const before = await readSealingKeys(deps.em);
  if ((await sealUnderFirst(deps)) > 0) {
    await recordOperation(
      deps,
      'secret.rotated',
      sealedUnder(before, deps.keys.current.id),
    );
  }
}

/** The `HASH_KEY` to set before the secret key that it derives from is removed. */
async function derivedHashKey({
  deps,
  environment,
}: Operation): Promise<string | undefined> {
  if (environment.HASH_KEY !== undefined) {
    return undefined;
  }
  return (await openHashes(deps.em, await hashKeysOf(environment))).hashKey;
}

const why = 'limits, resting usernames and pairwise ids depend on it';

/** A step if removing the other keys would change the hashes. */
async function hashedElsewhere(operation: Operation): Promise<Step | undefined> {
  const hashKey = await derivedHashKey(operation);
  const [first] = await secretKeysOf(operation.environment);
  if (hashKey === undefined || hashKey === hashKeyFrom(first)) {
    return undefined;
  }
  return {
    step: 'hash_key',
    hashKey,
    lines: [
      `Set this before you remove the old key: ${why}. Restart every instance. Then run this command again.`,
      `HASH_KEY=${hashKey}`,
    ],
  };
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
async function nextStep(operation: Operation): Promise<Step> {
  const { current, ids } = operation.deps.keys;
  if (ids.length === 1) {
    const key = newSecretKey();
    const hashKey = await derivedHashKey(operation);
    const lines = [
      'A new key:',
      key,
      ...(hashKey === undefined ? [] : [`Set this too: ${why}.`, `HASH_KEY=${hashKey}`]),
      '1. Add the new key to the end of SECRET_KEY, after a comma, on every instance. Restart every instance.',
      '2. At least five minutes later, move the new key to the front on every instance. Restart every instance.',
      `3. After ${longMinutes} minutes run this command again: it encrypts stored secrets with the new key, and says when you can remove the old key.`,
    ];
    return { step: 'add', key, ...(hashKey === undefined ? {} : { hashKey }), lines };
  }
  await sealFirst(operation);
  const old = await countOldCodes(operation);
  if (old > 0) {
    return {
      step: 'wait',
      lines: [
        `${old} mailed codes still need the old key: keep all keys. Run this command again later.`,
      ],
    };
  }
  const left = (await sealedElsewhere(operation)) ?? (await hashedElsewhere(operation));
  if (left) {
    return left;
  }
  return {
    step: 'remove',
    lines: [
      `Only the first key, ${current.id}, is needed. If it is the new key, and every instance has it first, remove the old key on every instance and restart every instance. If the new key is still at the end, move it to the front.`,
    ],
  };
}

/** For a key that somebody else has. Codes that were mailed under it stop working. */
async function changeNow(operation: Operation): Promise<Step & { notices: number }> {
  await sealFirst(operation);
  const { deps } = operation;
  const { keys } = deps;
  const notices = await rekeyMoves(deps, keys.current.id);
  const told = `Stored secrets are encrypted with the first key, ${keys.current.id}. ${notices} changes of an address are mailed again, with new codes.`;
  const left = (await sealedElsewhere(operation)) ?? (await hashedElsewhere(operation));
  const last = ['Now set the first key alone, and restart every instance.'];
  return { step: 'now', notices, lines: [told, ...(left?.lines ?? last)] };
}

export function addSecret(secret: Command): void {
  secret
    .command('rotate')
    .description('take the next step to a new secret key: print what to set')
    .option('--now', 'somebody else has the old key: wait for no mailed code')
    .option(...jsonOption)
    .action(async (options: Json & { now?: boolean }) =>
      operate(async (operation) => {
        const { SECRET_KEY, DATA_DIR } = operation.environment;
        if (SECRET_KEY === undefined) {
          throw new CommandError(
            `Set SECRET_KEY to the content of the file secret-key in ${DATA_DIR}, and restart the service. Then run this command again.`,
          );
        }
        const take = options.now ? changeNow : nextStep;
        const { lines, ...result } = await take(operation);
        print(result, lines, options);
      }),
    );
}

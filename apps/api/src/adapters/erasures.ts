import { appendFile, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ban, type KeptReceipt } from '@namecard/router';
import type { Logger } from 'pino';
import { z } from 'zod';
import { codeOf } from '../settings/error-code.ts';
import { makeFolder } from '../settings/files.ts';

/** The file with the receipts of erasures: one JSON object per line. */
export const receiptsPath = (dataDir: string) => join(dataDir, 'erasures.jsonl');

/**
 * Appends receipts to a file. Warns once if that fails; the log has them too. A line that
 * a crash cut off ends before the next, and a receipt that comes twice harms nothing.
 */
export function keepReceipts(
  dataDir: string,
  logger: Logger,
): (receipt: KeptReceipt) => Promise<void> {
  const path = receiptsPath(dataDir);
  let isTold = false;
  return async (receipt) => {
    try {
      await makeFolder(dataDir);
      await appendFile(path, `\n${JSON.stringify(receipt)}\n`, { mode: 0o600 });
    } catch (error) {
      if (!isTold) {
        logger.warn(
          { path, code: codeOf(error) },
          'Receipts of erasures can’t be written to this file. Keep the account_erased and ban_ended lines of the log instead.',
        );
      }
      isTold = true;
      // The usual log line of the erasure is at level info.
      if (!logger.isLevelEnabled('info')) {
        const event = 'userId' in receipt ? 'account_erased' : 'ban_ended';
        logger.warn({ event, ...receipt }, 'a receipt of an erasure');
      }
    }
  };
}

/** A line that was copied from a log has more properties. */
const Receipt = z.union([
  z.object({
    userId: z.uuid(),
    at: z.string().optional().catch(undefined),
    ban: Ban.nullish().catch(undefined),
  }),
  z.object({ unbanned: z.string(), at: z.string() }),
]);

type Receipt = z.infer<typeof Receipt>;

/** Skips other lines, such as one cut off by a crash. */
const receiptsIn = (text: string): Receipt[] =>
  text.split('\n').flatMap((line) => {
    try {
      // Containers and the journal put a prefix before each line.
      return [Receipt.parse(JSON.parse(line.slice(line.indexOf('{'))))];
    } catch {
      return [];
    }
  });

/** The receipts of these files. */
export type ReadReceipts = { files: string[]; receipts: Receipt[] };

async function textIfThere(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    if (/^(ENOENT|ENOTDIR)$/.test(codeOf(error) ?? '')) return undefined;
    throw error;
  });
}

/**
 * Reads the receipts of a file. In a folder, reads those of the commands and instances that
 * have this folder or one directly in it as `DATA_DIR`.
 */
export async function readReceipts(path: string): Promise<ReadReceipts> {
  const inside = await readdir(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOTDIR') return undefined;
    throw error;
  });
  const files: string[] = [];
  const texts: string[] = [];
  const possible = inside?.map((name) => receiptsPath(join(path, name))).toSorted();
  for (const file of possible ? [receiptsPath(path), ...possible] : [path]) {
    const text = await textIfThere(file);
    if (text === undefined) continue;
    files.push(file);
    texts.push(text);
  }
  return { files, receipts: texts.flatMap(receiptsIn) };
}

import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ErasureReceipt } from '@namecard/router';
import type { Logger } from 'pino';
import { z } from 'zod';
import { codeOf } from '../settings/error-code.ts';

/** Where the receipts of erasures are kept, a line of JSON each. */
export const receiptsPath = (dataDir: string) => join(dataDir, 'erasures.jsonl');

/** Adds receipts to the file of a data directory; where that can't be written, it says so once: the log has them too. */
export function keepReceipts(
  dataDir: string,
  logger: Logger,
): (receipt: ErasureReceipt) => Promise<void> {
  const path = receiptsPath(dataDir);
  let isTold = false;
  return async (receipt) => {
    try {
      await mkdir(dirname(path), { recursive: true });
      await appendFile(path, `${JSON.stringify(receipt)}\n`, { mode: 0o600 });
    } catch (error) {
      if (!isTold) {
        logger.warn(
          { path, code: codeOf(error) },
          'receipts of erasures can’t be written here: keep the lines account_erased of the log',
        );
      }
      isTold = true;
      // The line that the log has of it is below such a level.
      if (!logger.isLevelEnabled('info')) {
        logger.warn({ event: 'account_erased', ...receipt }, 'an account was erased');
      }
    }
  };
}

/** The file may be put together from logs, which say more. */
const Receipt = z.object({ userId: z.uuid() });

/** The receipts in such a file; a line that was cut off by a crash, and any other that is none, is left out. */
export async function readReceipts(path: string): Promise<{ userId: string }[]> {
  const lines = (await readFile(path, 'utf8')).split('\n');
  return lines.flatMap((line) => {
    try {
      // A container's or journal's log has a prefix.
      return [Receipt.parse(JSON.parse(line.slice(line.indexOf('{'))))];
    } catch {
      return [];
    }
  });
}

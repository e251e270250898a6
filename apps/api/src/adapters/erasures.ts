import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ban, type ErasureReceipt } from '@namecard/router';
import type { Logger } from 'pino';
import { z } from 'zod';
import { codeOf } from '../settings/error-code.ts';
import { makeFolder, readIfThere } from '../settings/files.ts';

/** The file with the receipts of erasures: one JSON object per line. */
export const receiptsPath = (dataDir: string) => join(dataDir, 'erasures.jsonl');

/**
 * Appends receipts to a file, one for each account. Warns once if that fails; the
 * log has them too.
 */
export function keepReceipts(
  dataDir: string,
  logger: Logger,
): (receipt: ErasureReceipt) => Promise<void> {
  const path = receiptsPath(dataDir);
  let isTold = false;
  return async (receipt) => {
    try {
      await makeFolder(dataDir);
      const kept = await readIfThere(path);
      // A restore erases accounts again whose receipts are in this file.
      if (receiptsOf(kept).some(({ userId }) => userId === receipt.userId)) return;
      const isCutOff = kept !== '' && !kept.endsWith('\n');
      const line = `${isCutOff ? '\n' : ''}${JSON.stringify(receipt)}\n`;
      await appendFile(path, line, { mode: 0o600 });
    } catch (error) {
      if (!isTold) {
        logger.warn(
          { path, code: codeOf(error) },
          'Receipts of erasures can’t be written to this file. Keep the account_erased lines of the log instead.',
        );
      }
      isTold = true;
      // The usual log line of the erasure is at level info.
      if (!logger.isLevelEnabled('info')) {
        logger.warn({ event: 'account_erased', ...receipt }, 'an account was erased');
      }
    }
  };
}

/** A line that was copied from a log has more properties. */
const Receipt = z.object({
  userId: z.uuid(),
  at: z.string().optional().catch(undefined),
  ban: Ban.nullish().catch(undefined),
});

type Receipt = z.infer<typeof Receipt>;

/** Reads receipts and skips other lines, such as one cut off by a crash. */
export const readReceipts = async (path: string): Promise<Receipt[]> =>
  receiptsOf(await readFile(path, 'utf8'));

function receiptsOf(text: string): Receipt[] {
  return text.split('\n').flatMap((line) => {
    try {
      // Containers and the journal put a prefix before each line.
      return [Receipt.parse(JSON.parse(line.slice(line.indexOf('{'))))];
    } catch {
      return [];
    }
  });
}

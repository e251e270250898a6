import { appendFile, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDataDirectory } from '@namecard/testing';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { keepReceipts, readReceipts, receiptsPath } from './erasures.ts';
import { createTelemetry } from '../watch/telemetry.ts';

const receipt = {
  userId: '019a0000-0000-7000-8000-000000000000',
  at: '2026-11-22 12:00:00+00',
  namesRestUntil: null,
  ban: { hashes: ['aHash'], until: '2027-11-22T12:00:00.000Z' },
};

function recordingLogger() {
  const lines: string[] = [];
  return { lines, logger: pino({}, { write: (line: string) => void lines.push(line) }) };
}

describe('the receipt of an erasure', () => {
  it('is an own line in the log, and a line in a file that only its owner can read', async () => {
    await using directory = await makeDataDirectory();
    const { lines, logger } = recordingLogger();
    const dataDir = join(directory.path, 'not-made-yet');
    const telemetry = createTelemetry(logger, {
      keepReceipt: keepReceipts(dataDir, logger),
    });
    await telemetry.erased(receipt);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { event: 'account_erased', ...receipt },
    ]);
    const path = receiptsPath(dataDir);
    expect((await readFile(path, 'utf8')).trim()).toBe(JSON.stringify(receipt));
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('is only in the log if the directory can’t be written, with one warning', async () => {
    await using directory = await makeDataDirectory();
    const { lines, logger } = recordingLogger();
    const file = join(directory.path, 'a-file');
    await writeFile(file, '');
    const telemetry = createTelemetry(logger, {
      keepReceipt: keepReceipts(file, logger),
    });
    await telemetry.erased(receipt);
    await telemetry.erased(receipt);
    expect(lines.filter((line) => line.includes('account_erased"'))).toHaveLength(2);
    expect(lines.filter((line) => line.includes('can’t be written'))).toHaveLength(1);
  });

  it('is read from the file, even if a crash has cut it off', async () => {
    await using directory = await makeDataDirectory();
    const { logger } = recordingLogger();
    const path = receiptsPath(directory.path);
    const keep = keepReceipts(directory.path, logger);
    await keep(receipt);
    const next = '019a0000-0000-7000-8000-000000000001';
    const cutOff = `{"userId":"${next}","at`;
    const logged = JSON.stringify({ level: 30, event: 'account_erased', ...receipt });
    await appendFile(path, `namecard-1  | ${logged}\n${cutOff}`);
    const { userId, at, ban } = receipt;
    const read = { userId, at, ban };
    expect((await readReceipts(path)).receipts).toEqual([read, read]);
    const end = { unbanned: 'aHash', at };
    await keep({ ...receipt, userId: next });
    await keep(end);
    const last = { userId: next, at, ban };
    expect((await readReceipts(path)).receipts).toEqual([read, read, last, end]);
  });

  it('is read from the files of all instances, which are told', async () => {
    await using directory = await makeDataDirectory();
    const { logger } = recordingLogger();
    const keep = (folder: string) => keepReceipts(join(directory.path, folder), logger);
    const end = { unbanned: 'aHash', at: '2026-11-23T12:00:00.000Z' };
    await keep('3000')(end);
    await keep('3001')(receipt);
    await writeFile(join(directory.path, 'port'), '3001');
    expect(await readReceipts(directory.path)).toEqual({
      files: ['3000', '3001'].map((name) => receiptsPath(join(directory.path, name))),
      receipts: [end, { userId: receipt.userId, at: receipt.at, ban: receipt.ban }],
    });
  });
});

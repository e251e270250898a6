import { createTestDatabase } from '@namecard/db/testing';
import { fetchJson } from '@namecard/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readWhole } from '../committed.ts';
import { readDocument } from '../document.ts';
import { fuzz } from './fuzz.ts';
import { openTarget, type Target } from './target.ts';

const text = await readWhole();

/** Always the same calls. `npm run fuzz` makes random ones. */
const seed = 20_260_101;

let target: Target | undefined;
const started = new AsyncDisposableStack();

beforeAll(async () => {
  const { url, orm, drop } = await createTestDatabase();
  started.defer(drop);
  await orm.close();
  target = await openTarget(url);
  started.defer(target.close);
});

afterAll(async () => started.disposeAsync());

function running(): Target {
  if (target === undefined) throw new Error('The services run only while tests run');
  return target;
}

/** @param only the one operation to call; all by default */
async function found(document: string, runs: number, only?: string): Promise<string> {
  const read = readDocument(document);
  const operations = read.operations.filter(
    ({ operationId }) => operationId === (only ?? operationId),
  );
  const { problems } = await fuzz({
    document: { ...read, operations },
    target: running(),
    runs,
    seed,
  });
  return problems.map((problem) => Object.values(problem).join('\n')).join('\n\n');
}

describe('calls made from the schemas of the procedures', () => {
  it('get the documented answers, the same over REST and tRPC', async () => {
    expect(await found(text, 250)).toBe('');
  });

  it('find a field that the document does not know', async () => {
    const changed = text.replaceAll('"walletAddress"', '"purse"');
    expect(await found(changed, 20, 'getMe')).toContain("property 'purse'");
  });

  it('find a status that the document does not name', async () => {
    const changed = text.replaceAll('"404": {', '"410": {');
    expect(await found(changed, 20, 'getProfile')).toContain('404 is not documented');
  });

  it('find a reason that the document does not give the operation', async () => {
    const changed = text.replaceAll('"PROFILE_NOT_FOUND"', '"PROFILE_GONE"');
    expect(await found(changed, 20, 'getProfile')).toContain('/reason must be equal');
  });

  it('find a difference between REST and tRPC', async () => {
    const authorization = running().lasting.get('owner') ?? '';
    await fetchJson(`${running().rest}/api/v1/users/me`, {
      method: 'PATCH',
      headers: { authorization },
      json: { worldId: 'on one side alone' },
    });
    expect(await found(text, 60, 'getMe')).toContain('REST and tRPC differ in /output');
  });
});

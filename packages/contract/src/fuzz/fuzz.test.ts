import { createTestDatabase } from '@namecard/db/testing';
import { readWhole } from '../committed.ts';
import { readDocument } from '../index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fuzz } from './fuzz.ts';
import type { Report } from './report.ts';
import type { Target } from './target.ts';
import { openFixture } from './fixture.ts';

const text = await readWhole();

/** Always the same requests. `npm run fuzz` uses random ones. */
const seed = 20_260_101;

let target: Target | undefined;
const started = new AsyncDisposableStack();

beforeAll(async () => {
  const { url, orm, drop } = await createTestDatabase();
  started.defer(drop);
  await orm.close();
  target = await openFixture(url);
  started.defer(target.close);
});

afterAll(async () => started.disposeAsync());

/** @param only the one operation to call; all by default */
async function fuzzBy(document: string, runs: number, only?: string): Promise<Report> {
  if (target === undefined) {
    throw new Error('The services are there only while tests run');
  }
  const read = readDocument(document);
  const operations = read.operations.filter(
    ({ operationId }) => operationId === (only ?? operationId),
  );
  return fuzz({ document: { ...read, operations }, target, runs, seed });
}

const found = ({ problems }: Report) =>
  problems.map(({ where, what }) => `${where}: ${what}`);

describe('requests made up from the document', () => {
  it('get the documented answers, the same over REST and tRPC', async () => {
    const report = await fuzzBy(text, 400);
    expect(report.problems.map((problem) => ({ ...problem, seed }))).toEqual([]);
    expect(report.requests).toBeGreaterThanOrEqual(400);
    expect(report.compared).toBeGreaterThan(200);
  });

  it('find a field that the document does not know', async () => {
    const report = await fuzzBy(
      text.replaceAll('"walletAddress"', '"purse"'),
      20,
      'getMe',
    );
    expect(found(report).join('\n')).toMatch(
      /getMe: \/data\/user must (have required property 'purse'|NOT have additional properties)/,
    );
  });

  it('find a status that the document does not name', async () => {
    const report = await fuzzBy(
      text.replaceAll('"404": {', '"410": {'),
      20,
      'getProfile',
    );
    expect(found(report)).toContain('getProfile: the status is not documented');
  });

  it('find a reason that the document does not give the operation', async () => {
    const report = await fuzzBy(
      text.replaceAll('"PROFILE_NOT_FOUND"', '"PROFILE_GONE"'),
      20,
      'getProfile',
    );
    expect(found(report)).toContain(
      'getProfile: /reason must be equal to one of the allowed values',
    );
  });

  it('find a value that the document allows and the service refuses', async () => {
    const report = await fuzzBy(
      text.replaceAll('"maximum": 100', '"maximum": 1000'),
      60,
      'listProfiles',
    );
    expect(found(report)).toContain('listProfiles: what the document allows is refused');
  });

  it('find a control character that the document allows and the service refuses', async () => {
    const report = await fuzzBy(
      text.replaceAll(
        /"pattern": "\^\[\^\\\\u0000[^"]*"/g,
        '"pattern": "^[\\u0001-\\u001f]*$"',
      ),
      400,
      'createProfile',
    );
    expect(found(report)).toContain('createProfile: what the document allows is refused');
  });

  it('find a value that the document refuses and the service takes', async () => {
    const report = await fuzzBy(
      text.replaceAll('"maxLength": 254', '"maxLength": 5'),
      20,
      'sendCode',
    );
    expect(found(report).join('\n')).toMatch(/sendCode: it is accepted/);
  });
});

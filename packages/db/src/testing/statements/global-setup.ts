/**
 * Checks the statements of the product after all tests.
 *
 * Problem: the service promises PostgreSQL 15, but the tests run on 18. Running them
 * on both takes twice as long.
 *
 * Plan: `record.ts` writes down each statement that a test executes. In the end the
 * server of `PREPARE_DATABASE_URL` prepares them all, which finds what it does not
 * know: syntax, functions, types. A run of all tests also has to execute each
 * statement that the source writes with `sql`.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { makeTemplate } from '../make-template.ts';
import { administratorOf, dropDatabase, withDatabase } from '../provided.ts';
import { expectAllExecuted, prepareAll, readRecorded } from './prepare.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder in which each process writes down the statements. */
    statements: string;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'namecard-statements-'));
  project.provide('statements', folder);
  return async () => {
    try {
      const statements = readRecorded(folder);
      if (await isWhole(project)) expectAllExecuted(statements);
      const url = process.env['PREPARE_DATABASE_URL'];
      if (url !== undefined)
        process.stdout.write(`${await prepareOn(url, statements)}\n`);
    } finally {
      await rm(folder, { recursive: true });
    }
  };
}

/** Whether all tests of all files ran. */
async function isWhole(project: TestProject): Promise<boolean> {
  const { testFiles } = await project.globTestFiles();
  const ran = new Set(
    project.vitest.state.getTestModules().map(({ moduleId }) => moduleId),
  );
  return (
    project.config.testNamePattern === undefined &&
    testFiles.every((file) => ran.has(file))
  );
}

async function prepareOn(adminUrl: string, statements: string[]): Promise<string> {
  const name = `namecard_test_${randomBytes(4).toString('hex')}`;
  try {
    await makeTemplate(adminUrl, name);
    await administratorOf(adminUrl).query(
      `alter database ${name} allow_connections true`,
    );
    return await prepareAll(withDatabase(adminUrl, name), statements);
  } finally {
    await dropDatabase(adminUrl, name);
  }
}

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withConnection } from '@namecard/embedded-postgres';
import { DatabaseError } from 'pg';
import { findTemplates, isFrom, isStatement, isWholly } from './templates.ts';

/** All texts in a folder that `record.ts` has written. */
export function readRecorded(folder: string): string[] {
  const lines = globSync('*.jsonl', { cwd: folder }).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8').trim().split('\n'),
  );
  return [...new Set(lines)].map((line) => String(JSON.parse(line)));
}

/** MikroORM writes values into statements. Without them few differ. */
const shapeOf = (statement: string): string =>
  statement
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/\b\d+\b/g, '0')
    .replaceAll(/\$0|''/g, '0')
    .replaceAll(/(0, )+0/g, '0');

/** Of tables and columns that only a test had created, or several statements in one. */
const isOfTest = (error: unknown): boolean =>
  error instanceof DatabaseError &&
  (['42P01', '42703'].includes(error.code ?? '') ||
    error.message.startsWith('cannot insert multiple commands'));

/**
 * Prepares each recorded statement on a migrated database.
 * @throws if the server refuses one, or if none was recorded
 * @returns such as `412 statements prepared on PostgreSQL 15.14`
 */
export async function prepareAll(
  url: string,
  recorded: readonly string[],
): Promise<string> {
  const templates = findTemplates();
  const statements = new Map(
    recorded
      .filter((text) => isStatement.test(text))
      .map((text) => [shapeOf(text), text]),
  );
  const refused: string[] = [];
  const version = await withConnection(url, async (client) => {
    for (const [index, text] of [...statements.values()].entries()) {
      try {
        // With a name pg uses the protocol that refuses several statements in one text.
        // Otherwise the second would be executed.
        await client.query({ name: `try ${index}`, text: `prepare tried as ${text}` });
        await client.query('deallocate tried');
      } catch (error) {
        const isOurs = templates.some((template) => isWholly(text, template));
        if (isOurs || !isOfTest(error)) refused.push(`${String(error)}: ${text}`);
      }
    }
    const { rows } = await client.query<{ server_version: string }>(
      'show server_version',
    );
    return rows[0]?.server_version ?? '';
  });
  if (refused.length > 0) {
    throw new Error(`PostgreSQL ${version} can’t prepare:\n${refused.join('\n')}`);
  }
  if (statements.size === 0) throw new Error('The tests executed no statement');
  return `${statements.size} statements prepared on PostgreSQL ${version}`;
}

/** @throws if the tests executed no statement of a template */
export function expectAllExecuted(recorded: readonly string[]): void {
  const templates = findTemplates();
  if (templates.length === 0) throw new Error('No statement was found in the source');
  const missing = templates.filter(
    (template) => !recorded.some((text) => isFrom(text, template)),
  );
  if (missing.length > 0) {
    const places = missing.map(({ place }) => place).join('\n');
    throw new Error(`No test executes these statements:\n${places}`);
  }
}

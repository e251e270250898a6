import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { configuration, redocly } from './redocly.ts';
import { files } from './committed.ts';
import { withEdited, type Edit } from './testing/changed-document.ts';

const operation = ['paths', '/auth/send-code', 'post'];
const body = [...operation, 'requestBody', 'content', 'application/json', 'schema'];

const lint = async (...paths: string[]) =>
  redocly('lint', ...paths, '--config', configuration, '--format', 'json');

const Problems = z.object({ problems: z.array(z.object({ ruleId: z.string() })) });

describe('the linter', () => {
  it('finds nothing in the documents', async () => {
    const { status, stdout } = await lint(files.public, files.moderation);
    expect(status).toBe(0);
    expect(stdout.match(/"problems": \[\]/g)).toHaveLength(2);
  });

  it('finds an example that is not valid, and an operation without summary and security', async () => {
    const list = ['paths', '/profiles', 'get'];
    const edits: Edit[] = [
      { at: [...body, 'properties', 'email', 'examples', 0], to: 5 },
      { at: [...list, 'summary'], to: undefined },
      { at: [...list, 'security'], to: undefined },
    ];
    const { status, stdout } = await withEdited(edits, lint);
    expect(status).toBe(1);
    const found = Problems.parse(JSON.parse(stdout)).problems;
    expect(new Set(found.map(({ ruleId }) => ruleId))).toEqual(
      new Set(['no-invalid-schema-examples', 'operation-summary', 'security-defined']),
    );
  });
});

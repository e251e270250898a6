import { describe, expect, it } from 'vitest';
import { configuration, redocly } from './redocly.ts';
import { files } from './committed.ts';
import { withEdited, type Edit } from './testing/changed-document.ts';

const operation = ['paths', '/auth/send-code', 'post'];
const body = [...operation, 'requestBody', 'content', 'application/json', 'schema'];

const lint = async (path: string) =>
  redocly('lint', path, '--config', configuration, '--format', 'json');

describe('the linter', () => {
  it.each(['public', 'moderation'] as const)('finds nothing in %s', async (name) => {
    const { status, stdout } = await lint(files[name]);
    expect({ status, found: JSON.parse(stdout) }).toMatchObject({
      status: 0,
      found: { problems: [], totals: { errors: 0, warnings: 0 } },
    });
  });

  it.each<[string, Edit]>([
    [
      'an example that is not valid',
      {
        at: [...body, 'properties', 'email', 'examples', 0],
        to: 5,
      },
    ],
    [
      'an operation without a summary',
      { at: ['paths', '/profiles', 'get', 'summary'], to: undefined },
    ],
    [
      'an operation that says nothing of security',
      { at: ['paths', '/profiles', 'get', 'security'], to: undefined },
    ],
  ])('finds %s', async (_name, edit) => {
    expect((await withEdited([edit], lint)).status).toBe(1);
  });
});

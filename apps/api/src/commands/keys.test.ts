import { useTestDatabase } from '@namecard/db/testing';
import { testSecretKey } from '@namecard/testing';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../testing/run-command.ts';

const database = useTestDatabase();

const namecard = (...args: string[]) =>
  runCommand(args, { DATABASE_URL: database().url, SECRET_KEY: testSecretKey });

describe('the operator', () => {
  it('makes a key, finds it in the list without its token, and ends it', async () => {
    const made = await namecard(
      'key',
      'create',
      'Nightly',
      '--scope',
      'profiles:read',
      'moderation',
    );
    expect(made).toMatchObject({ code: 0, err: '' });
    const token = /^nk_[\w-]{43}/.exec(made.out)?.[0] ?? 'none';
    const listed = await namecard('key', 'list');
    expect(listed.out).toMatch(
      /Nightly: profiles:read, moderation\n.*serving; .* by an operator/,
    );
    expect(listed.out).not.toContain(token);
    const id = listed.out.slice(0, 36);
    expect((await namecard('key', 'end', id)).out).toBe('Nightly has ended.\n');
    expect(await namecard('key', 'end', id)).toMatchObject({
      code: 1,
      err: expect.stringContaining('has ended'),
    });
    expect((await namecard('key', 'list')).out).toContain('  ended; ');
  });

  it('says what is wrong with a scope or a number of days', async () => {
    const scope = await namecard('key', 'create', 'x', '--scope', 'everything');
    expect(scope).toMatchObject({ code: 1, out: '' });
    expect(scope.err).toContain('Must be one of profiles:read');
    const days = await namecard(
      'key',
      'create',
      'x',
      '--scope',
      'moderation',
      '--days',
      'many',
    );
    expect(days).toMatchObject({ code: 1, out: '' });
    expect(days.err).toContain('Must be a whole number');
  });
});

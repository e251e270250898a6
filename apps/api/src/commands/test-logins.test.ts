import { newTestCode } from '@namecard/router';
import { describe, expect, it } from 'vitest';
import { readEnvironment } from '../settings/environment.ts';
import { runCommand } from '../testing/run-command.ts';

const make = (address: string, day: string) =>
  runCommand(['test-login', address, '--until', day], {});

describe('namecard test-login', () => {
  it('prints only the line to set, and a start accepts it', async () => {
    const { out, err, code } = await make('Review@example.com', '2199-01-31');
    expect(code).toBe(0);
    const [, value = ''] =
      /^TEST_LOGINS='(Review@example\.com=\w{4}-\w{4}-\w{5} until 2199-01-31)'\n$/.exec(
        out,
      ) ?? [];
    const login = readEnvironment({ TEST_LOGINS: value }).TEST_LOGINS.get(
      'review@example.com',
    );
    expect(login?.endsAt).toBe('2199-02-01T00:00:00.000Z');
    expect(err).toContain('Set this line');
    expect(err).not.toContain(login?.code.slice(0, 4));
  });

  it('makes a new code each time', async () => {
    const [one, other] = [
      await make('a@b.co', '2199-01-31'),
      await make('a@b.co', '2199-01-31'),
    ];
    expect(one.out).not.toBe(other.out);
  });

  it.each([
    ['review', '2199-01-31', /ADDRESS/],
    ['a@b.co, c@d.co', '2199-01-31', /ADDRESS/],
    ['a@b.co', '2199-02-30', /DAY/],
    ['a@b.co', 'tomorrow', /DAY/],
    ['a@b.co', '2020-01-31', /over/],
  ])('prints no line for %s until %s', async (address, day, said) => {
    const { out, err, code } = await make(address, day);
    expect({ out, code }).toEqual({ out: '', code: 1 });
    expect(err).toMatch(said);
  });
});

it('a code is of eleven random characters and two that check them and the address', () => {
  const code = newTestCode('a@b.co', (length) => Buffer.alloc(length, 33));
  const other = newTestCode('c@d.co', (length) => Buffer.alloc(length, 33));
  expect(code).toMatch(/^1{11}[0-9A-Z]{2}$/);
  expect(other.slice(0, 11)).toBe(code.slice(0, 11));
  expect(other).not.toBe(code);
});

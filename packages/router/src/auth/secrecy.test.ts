import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createKeyRing } from '../access/keys.ts';
import { allCodesOf, askForCodes, codesOf } from '../testing/codes.ts';
import { outcome } from '../testing/outcome.ts';
import { dump, mailsTo } from '../testing/rows.ts';
import { type TestService, useService } from '../testing/use-service.ts';

/** The same random bytes in each run, so no id contains a code by accident. */
function countingChance() {
  let count = 0;
  const next = () => String((count += 1)).padStart(12, '0');
  return {
    id: () => `00000000-0000-7000-8000-${next()}`,
    bytes: (length: number) =>
      createHash('sha512').update(next()).digest().subarray(0, length),
  };
}

describe('a copy of the database', () => {
  const service = useService({ random: countingChance() });

  /** All forms in which a typed code might be stored. */
  const spellings = ({ short, long }: { short: string; long: string }) => [
    short,
    long,
    `${long.slice(0, 4)}-${long.slice(4, 8)}-${long.slice(8)}`,
    long.toLowerCase(),
    Buffer.from(short).toString('hex'),
    Buffer.from(long).toString('hex'),
    Buffer.from(long).toString('base64'),
    createHash('sha256').update(short).digest('hex'),
    createHash('sha256').update(long).digest('hex'),
  ];

  it('has no code, no hash of a code, no token and no key', async () => {
    await service().clock.set('2026-03-01T00:00:00Z');
    const waiting = await askForCodes(service(), 'waiting@example.com');
    const used = await askForCodes(service(), 'used@example.com');
    const { data } = await service()
      .as()
      .auth.verifyCode({ email: 'used@example.com', otp: used.short });
    const bytes = Buffer.from(data.token.slice(3), 'base64url');
    const secrets = [
      ...spellings(waiting),
      ...spellings(used),
      data.token,
      data.token.slice(3),
      bytes.toString('hex'),
      bytes.toString('base64'),
      service().deps.keys.current.secret.export().toString(),
    ];
    const rows = await dump(service());
    expect(secrets.filter((secret) => rows.includes(secret))).toEqual([]);
  });

  it('is searched completely: stored values are found in it', async () => {
    await service().as().auth.sendCode({ email: 'kept@example.com' });
    const rows = await dump(service());
    expect(rows).toContain('kept@example.com');
    expect(rows).toContain('token_hash');
  });

  it('is complete: a sign-in reports no failure', () => {
    expect(service().unexpected).toEqual([]);
  });
});

describe('a change of the secret key', () => {
  /** Without a budget no mail is held: each counts when it is asked for. */
  const service = useService({ settings: { mailsPerHour: 0 } });
  const [older, newer] = ['the secret key until today', 'the secret key from today on'];

  const verify = async (by: TestService, email: string, otp: string) =>
    outcome(by.as().auth.verifyCode({ email, otp }));

  it('keeps codes working that were mailed before, while both keys are known', async () => {
    const before = service().with({ keys: createKeyRing([older]) });
    const during = service().with({ keys: createKeyRing([newer, older]) });
    const { long } = await askForCodes(before, 'ann@example.com');
    await service().clock.advance('5 minutes');
    const { short } = await askForCodes(during, 'ann@example.com');
    expect(await verify(before, 'ann@example.com', short)).toBe(
      'UNAUTHORIZED CODE_INVALID',
    );
    expect(await verify(during, 'ann@example.com', long)).toBe('done');
  });

  it('mails equal codes again', async () => {
    const before = service().with({ keys: createKeyRing([older]) });
    const during = service().with({ keys: createKeyRing([newer, older]) });
    const first = await askForCodes(before, 'bob@example.com');
    await during.as().auth.sendCode({ email: 'bob@example.com' });
    expect(await mailsTo(service(), 'bob@example.com')).toHaveLength(2);
    expect(await codesOf(during, 'bob@example.com')).toMatchObject({
      short: first.short,
      long: first.long,
    });
  });

  it('ends the codes of a key that is dropped', async () => {
    const before = service().with({ keys: createKeyRing([older]) });
    const after = service().with({ keys: createKeyRing([newer]) });
    const { short, long } = await askForCodes(before, 'cat@example.com');
    expect(await verify(after, 'cat@example.com', short)).toBe(
      'UNAUTHORIZED CODE_INVALID',
    );
    expect(await verify(after, 'cat@example.com', long)).toBe(
      'UNAUTHORIZED CODE_INVALID',
    );
    expect(await allCodesOf(before, 'cat@example.com')).toHaveLength(1);
  });
});

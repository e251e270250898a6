import { createHash } from 'node:crypto';
import { statements } from '@namecard/db';
import { statementsOf } from '@namecard/db/testing';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createKeyRing } from '../access/keys.ts';
import { allCodesOf, askForCodes, codesOf, wrongLong } from '../testing/codes.ts';
import { moveAccount, waitingCase } from '../testing/moves.ts';
import { outcome } from '../testing/outcome.ts';
import { admin, newAddress, newIp, signIn, suspended } from '../testing/people.ts';
import { dump, mailsTo } from '../testing/rows.ts';
import { type Caller, type TestService, useService } from '../testing/use-service.ts';
import { type EntityManager, inTransaction } from '../transaction.ts';
import { sendCode } from './send-code.ts';

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

describe('asking about an address', () => {
  const service = useService({ settings: { mailsPerHour: 0 } });

  /** An address of each kind. */
  async function addresses(): Promise<Record<string, string>> {
    const database = statements(service().orm.em.fork());
    const [suppressed, invited, refusing] = [newAddress(), newAddress(), newAddress()];
    await sql`
      insert into addresses (email, asked_at, suppressed_at) values (${suppressed}, current_instant(), current_instant())
    `.execute(database);
    await sql`
      insert into invitations (email_key, email, event_id) values (${invited}, ${invited}, gen_random_uuid())
    `.execute(database);
    await sql`
      insert into never_again (hash, never, until)
      values (${service().deps.hashes.of('never_again', refusing)}, true, current_instant() + interval '1 day')
    `.execute(database);
    const left = await signIn(service());
    await moveAccount(service(), left);
    const awaited = await waitingCase(
      service(),
      await signIn(service()),
      await admin(service()),
    );
    return {
      unknown: newAddress(),
      known: (await signIn(service())).email,
      suspended: (await suspended(service())).email,
      suppressed,
      invited,
      refusing,
      left: left.email,
      awaited: awaited.email,
    };
  }

  it('takes the same statements and gets the same answer, whatever it is', async () => {
    const kinds = Object.entries(await addresses());
    const asks: Record<string, (by: Caller, email: string) => Promise<unknown>> = {
      'for a code': ({ auth }, email) => auth.sendCode({ email }),
      'with a long code': ({ auth }, email) => auth.verifyCode({ email, otp: wrongLong }),
      'with a short code': ({ auth }, email) => auth.verifyCode({ email, otp: '000000' }),
      'to move there': ({ users }, email) => users.startMove({ email }),
      'to prove it': ({ auth }, email) => auth.proveMove({ email, otp: wrongLong }),
      'to undo a move': ({ auth }, email) => auth.undoMove({ email, otp: wrongLong }),
    };
    for (const [how, ask] of Object.entries(asks)) {
      const seen = new Map<string, string>();
      for (const [kind, email] of kinds) {
        const { token } = await signIn(service());
        const by = service().as(token, { ip: newIp() });
        let answer = '';
        const sent = await statementsOf(async () => {
          answer = await outcome(ask(by, email));
        });
        expect(sent.length).toBeGreaterThan(0);
        // The id of what is asked for is new each time.
        const alike = [answer, ...sent].join('\n').replaceAll(/'[\da-f-]{36}'/g, 'an id');
        seen.set(kind, alike);
      }
      expect([how, new Set(seen.values()).size]).toEqual([how, 1]);
    }
  });

  it('looks up as much for a code, whatever it is', async () => {
    const lookUps = async (em: EntityManager): Promise<number> => {
      const { rows } = await sql<{ scans: number }>`
        select sum(seq_scan + coalesce(idx_scan, 0))::int as scans from pg_stat_xact_user_tables where relname <> 'test_clock'
      `.execute(statements(em));
      return rows[0]?.scans ?? 0;
    };
    const seen = new Map<number, string>();
    for (const [kind, email] of Object.entries(await addresses())) {
      const deps = { ...service().deps, em: service().orm.em.fork() };
      await inTransaction(deps, async (inner) => {
        const before = await lookUps(inner.em);
        await sendCode(inner, { ip: newIp(), userAgent: undefined }, { email });
        seen.set((await lookUps(inner.em)) - before, kind);
      });
    }
    expect([...seen]).toHaveLength(1);
  });
});

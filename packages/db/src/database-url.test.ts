import { describe, expect, it } from 'vitest';
import { DatabaseUrlError, parseDatabaseUrl } from './database-url.ts';

function ruleOf(url: string): string {
  try {
    parseDatabaseUrl(url);
    return '';
  } catch (error) {
    if (error instanceof DatabaseUrlError) return error.rule;
    throw error;
  }
}

const parsed = (rest: string) => parseDatabaseUrl(`postgresql://${rest}`);

describe('an address', () => {
  it('names user, password and database, percent-encoded where needed', () => {
    expect(parsed('ann%40x:p%2Fw%3A@db:6432/cards')).toMatchObject({
      host: 'db',
      client: {
        keepAliveInitialDelayMillis: 5_000,
        port: 6432,
        user: 'ann@x',
        password: 'p/w:',
        database: 'cards',
      },
      tls: undefined,
    });
    expect(parsed('ann:p@w@db/cards').client.password).toBe('p@w');
    expect(parsed('ann@db').client.database).toBe('ann');
    expect(parsed('/?user=ann&password=pw&dbname=cards').client).toMatchObject({
      user: 'ann',
      password: 'pw',
      database: 'cards',
    });
  });

  it('names a host, an IPv6 address or a socket', () => {
    const placeOf = (rest: string) => {
      const { host, client } = parsed(rest);
      return `${host} ${client.port}`;
    };
    expect(placeOf('u@a:1/d')).toBe('a 1');
    expect(placeOf('u@b/d')).toBe('b 5432');
    expect(placeOf('u@[::1]:3/d')).toBe('::1 3');
    expect(placeOf('u@/d?host=a&port=2')).toBe('a 2');
    expect(placeOf('u@/d')).toBe('localhost 5432');
    for (const socket of ['u@/d?host=/run/a:b', 'u@%2Frun%2Fa%3Ab/d']) {
      expect(placeOf(socket)).toBe('/run/a:b 5432');
    }
  });

  it.each([
    ['sslmode=disable', false],
    ['sslmode=require', { rejectUnauthorized: false }],
    ['sslmode=no-verify', { rejectUnauthorized: false }],
    ['sslmode=no-verify&sslrootcert=/nowhere', { rejectUnauthorized: false }],
    ['ssl=true', { rejectUnauthorized: false }],
    ['sslmode=verify-full', {}],
    ['sslnegotiation=direct', {}],
  ])('that says %s encrypts as libpq does', (parameters, tls) => {
    const address = parsed(`u@db/d?${parameters}`);
    expect(address.tls === false ? false : { ...address.tls }).toEqual(tls);
    expect(address.unverified).toBe(Object.keys(tls).length > 0);
  });

  it('verifies only the root for verify-ca, and for require with a root', () => {
    for (const mode of ['verify-ca', 'require']) {
      const address = parsed(
        `u@db/d?sslmode=${mode}&sslrootcert=${import.meta.filename}`,
      );
      expect(address.tls).toMatchObject({
        ca: expect.stringContaining('import'),
        checkServerIdentity: expect.any(Function),
      });
      expect(address.unverified).toBe(false);
    }
  });

  it('finds the roots of the system', () => {
    const { tls } = parsed('u@db/d?sslrootcert=system');
    expect(tls).toMatchObject({
      ca: expect.arrayContaining([expect.stringMatching(/^-----BEGIN/)]),
    });
  });

  it.each([
    // Neon, Azure and RDS, Supabase’s two, Prisma.
    'u:p@ep-a-pooler.eu.aws.neon.tech/d?sslmode=require&channel_binding=require',
    'u@s.postgres.database.azure.com:5432/d?sslmode=verify-full&sslrootcert=system',
    'u:p@i.eu-central-1.rds.amazonaws.com/d?sslmode=require&connect_timeout=10',
    'postgres.ref:p@aws-0-eu-central-1.pooler.supabase.com:6543/postgres?pgbouncer=true',
    'u:p@db/d?connection_limit=5&pool_timeout=10&application_name=cards&options=-c%20search_path%3Dx',
  ])('of a provider is accepted unchanged: %s', (address) => {
    expect(ruleOf(`postgresql://${address}`)).toBe('');
  });
});

it.each([
  'u:pa?hunter2@db/d',
  'u:p?host=hunter2@db:5432/d',
  'u:p?hunter2=@db/d',
  'u:p@ss?host=hunter2@db/d',
  'u:12/hunter2@db:5432/d',
])(
  'the rest of a password with a question mark or a slash is not repeated: %s',
  (rest) => {
    expect(ruleOf(`postgresql://${rest}`)).toMatch(/%3F/);
    expect(ruleOf(`postgresql://${rest}`)).not.toContain('hunter2');
  },
);

describe('a wrong address', () => {
  it.each([
    ['db/d?sslmode=prefer', /sslmode=require/],
    ['db/d?sslmode=allow', /sslmode=require/],
    ['db/d?sslmode=verify', /verify-full/],
    ['db/d?sslmode=verify-ca', /sslrootcert/],
    ['db/d?sslmode=require&sslrootcert=system', /verify-full/],
    ['db/d?sslmode=disable&sslnegotiation=direct', /sslnegotiation/],
    ['db/d?sslcert=/hunter2', /sslkey/],
    ['u:pa?hunter2@db/d', /percent-encoded: %3F/],
    ['u:hunter2?x=y@db/d?sslmode=require', /percent-encoded/],
    ['u@db/d?password=pa&hunter2', /%26/],
    ['u@db/d?password=pa&hunter', /%26/],
    ['u:pa?hunter2', /percent-encoded/],
    ['db/d?sslrootcert=/hunter2', /files that can be read/],
    ['db/d?target_session_attrs=hunter2', /one host.*address.*primary/],
    ['a:1,hunter2:2/d', /one host.*address.*primary/],
    ['/d?host=a,hunter2', /one host.*address.*primary/],
    ['db/d?port=1,2', /one host.*address.*primary/],
    ['db/d?search_path=hunter2', /search_path/],
    ['db:65536/d', /postgresql:/],
    ['db:hunter2/d', /postgresql:/],
    ['[::1/d', /postgresql:/],
  ])('is refused with the rule it breaks, without its values: %s', (rest, rule) => {
    const said = ruleOf(`postgresql://u:hunter2@${rest}`);
    expect(said).toMatch(rule);
    expect(said).toMatch(/^must /);
    expect(said).not.toContain('hunter2');
  });
});

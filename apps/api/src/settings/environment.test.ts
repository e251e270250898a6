import { randomBytes } from 'node:crypto';
import { newTestCode } from '@namecard/router';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readEnvironment, SettingsError } from './environment.ts';

/** The messages about these settings; empty if they are valid. */
function linesOf(settings: Record<string, string>): string[] {
  try {
    readEnvironment(settings);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) {
      return error.lines;
    }
    throw error;
  }
}

/** The settings that the messages name. */
const namesIn = (lines: string[]) =>
  new Set(lines.map((line) => line.replace(/ .*/, '')));

const key = 'k'.repeat(32);

const testLogin = (address: string) =>
  `${address}=${newTestCode(address, randomBytes)} until 2027-12-31`;

const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://user:password@db.example.com:5432/namecard',
  SECRET_KEY: key,
  POSTMARK_SERVER_TOKEN: 'a-token',
  EMAIL_FROM: 'hello@example.com',
};

const bad: { name: string; values: string[]; allowed: RegExp }[] = [
  {
    name: 'PORT',
    values: ['http', '65536', '-1', '80.5', '0x50', '8 0'],
    allowed: /0 to 65535/,
  },
  { name: 'AUDIT_MONTHS', values: ['0', '6', '121', 'ever'], allowed: /7 to 120/ },
  { name: 'SHUTDOWN_DELAY', values: ['-1', '5s', '601'], allowed: /0 to 600/ },
  {
    name: 'PUBLIC_URL',
    values: [
      'cards.example.com',
      'ftp://cards.example.com',
      'javascript:alert(1)',
      'https://example.com/cards',
      'https://example.com//',
      'https://example.com/?q=1',
      'https://example.com?',
      'https://example.com#',
      'https://ann:hunter2@example.com',
      'https:example.com',
      'https:/\\example.com',
    ],
    allowed: /only an origin such as https:\/\//,
  },
  {
    name: 'PRIVACY_URL',
    values: [
      'example.com/privacy',
      'http://example.com',
      'mailto:help@example.com',
      'javascript:alert(1)',
      'https://ann:hunter2@example.com',
    ],
    allowed: /an https address without a password/,
  },
  {
    name: 'CONTACT_URL',
    values: [
      'help@example.com',
      'mailto:',
      'mailto:a@example.com,b@example.com',
      'mailto:a@example.com?bcc=b@example.com',
      'mailto:a%40b@example.com%0d%0aX',
      'tel:+49123',
    ],
    allowed: /https.*mailto:help@example\.com/,
  },
  {
    name: 'LOCATION_PRECISION',
    values: ['-0.1', '10.5', '11', '.1', '1e-3', '0.0000001', '0.1°', 'exact'],
    allowed: /degrees from 0 to 10/,
  },
  {
    name: 'DATABASE_URL',
    values: ['mysql://hunter2@localhost/db', 'localhost:5432/hunter2', 'postgres'],
    allowed: /postgresql:\/\//,
  },
  {
    name: 'DATABASE_URL',
    values: [
      'postgresql://u:hunter2@db/d?sslmode=prefer',
      'postgresql://u:hunter2@db:5432/d?sslmode=allow',
    ],
    allowed: /sslmode=require/,
  },
  {
    name: 'SECRET_KEY',
    values: ['hunter2', ',', `${key},hunter2`],
    allowed: /32 characters/,
  },
  { name: 'HASH_KEY', values: ['hunter2'], allowed: /32 characters/ },
  {
    name: 'EMAIL_FROM',
    values: ['hello', 'Namecard <hello>', 'a@b.co,c@d.co', 'ü@b.co'],
    allowed: /Namecard <hello@example.com>/,
  },
  {
    name: 'PRODUCT_NAME',
    values: ['x'.repeat(41), 'a\u0007b', 'a\u202eb'],
    allowed: /1 to 40/,
  },
  {
    name: 'PRODUCT_URL',
    values: ['cards', 'javascript:alert(1)'],
    allowed: /https:\/\//,
  },
  {
    name: 'PRODUCT_COLOR',
    values: ['red', '#fff', '#12345g', '4f46e5'],
    allowed: /#4f46e5/,
  },
  {
    name: 'SIGN_UPS',
    values: ['no', 'open,closed', '@example.com', 'ann@example.com', ','],
    allowed: /open, closed, or mail domains/,
  },
  {
    name: 'TEST_LOGINS',
    values: [
      'a@b.co',
      'a@b.co=123456',
      'a@b.co=123456 until 2027-02-30',
      'a=123456 until 2027-01-31',
    ],
    allowed: /review@example.com=ABCD-EFGH-JKMNP until/,
  },
  {
    name: 'AUDIENCES',
    values: [
      'a b',
      'forum pairwise pairwise',
      'forum,forum pairwise',
      'café',
      'x'.repeat(256),
    ],
    allowed: /shop pairwise/,
  },
  { name: 'DEV_MAILBOX', values: ['yes', 'on', '2'], allowed: /true or false/ },
  {
    name: 'ADMIN_EMAILS',
    values: ['ann', 'ann@example.com,bob'],
    allowed: /email addresses/,
  },
  {
    name: 'CORS_ORIGINS',
    values: [
      '*',
      'app.example.com',
      'https://app.example.com/',
      'https://a.example/path',
    ],
    allowed: /origins such as/,
  },
  {
    name: 'TRUST_PROXY',
    values: ['1', 'true', 'loopback', '10.0.0.0/33', '::1/129', '10.0.0.0/8/8'],
    allowed: /CIDR/,
  },
  { name: 'DATABASE_POOL', values: ['3', '1001', 'ten'], allowed: /4 to 1000/ },
  { name: 'LOG_LEVEL', values: ['verbose', 'INFO', '30'], allowed: /trace/ },
  { name: 'LIMIT_WRONG_PER_ADDRESS', values: ['-1', 'off', '1e3'], allowed: /0 to \d+/ },
  { name: 'SESSION_DAYS', values: ['0', '181', 'P30D'], allowed: /1 to 180/ },
];

const cases = bad.flatMap(({ values, ...rest }) =>
  values.map((value) => ({ value, ...rest })),
);

describe('a setting that is not valid', () => {
  it.each(cases)('is one line with its name and what is allowed: $name=$value', (one) => {
    const lines = linesOf({ [one.name]: one.value });
    expect(lines).toEqual([expect.stringMatching(new RegExp(`^${one.name} .*must`))]);
    expect(lines[0]).toMatch(one.allowed);
    expect(lines[0]).not.toContain('\n');
  });

  it.each([
    'DATABASE_URL',
    'SECRET_KEY',
    'HASH_KEY',
    'SMTP_URL',
    'TEST_LOGINS',
    'EMAIL_FROM',
    'ADMIN_EMAILS',
    'TRUST_PROXY',
    'PORT',
  ])('is never repeated, it may be a secret: %s', (name) => {
    expect(linesOf({ [name]: 'hunter2' }).join()).not.toContain('hunter2');
  });

  it.each(['a token', 'tokén'])(
    'is one line if it is a token that no header can hold: %j',
    (POSTMARK_SERVER_TOKEN) => {
      expect(linesOf({ ...production, POSTMARK_SERVER_TOKEN })).toEqual([
        expect.stringMatching(/^POSTMARK_SERVER_TOKEN .*printable ASCII/),
      ]);
    },
  );

  it('is reported together with all others', () => {
    const lines = linesOf({ PORT: 'x', SECRET_KEY: 'x', LOG_LEVEL: 'x' });
    expect(namesIn(lines)).toEqual(new Set(['LOG_LEVEL', 'PORT', 'SECRET_KEY']));
  });

  it('is reported together with missing settings', () => {
    const lines = linesOf({ ...production, SECRET_KEY: '', PORT: 'x' });
    expect(namesIn(lines)).toEqual(new Set(['PORT', 'SECRET_KEY']));
  });
});

describe('production', () => {
  const required = ['DATABASE_URL', 'EMAIL_FROM', 'POSTMARK_SERVER_TOKEN', 'SECRET_KEY'];

  it('starts with the four settings it requires', () => {
    expect(linesOf(production)).toEqual([]);
  });

  it('accepts an SMTP server instead of Postmark, but not both', () => {
    const smtp = { ...production, SMTP_URL: 'smtps://mail.example.com' };
    expect(linesOf({ ...smtp, POSTMARK_SERVER_TOKEN: '' })).toEqual([]);
    expect(linesOf(smtp)).toEqual([
      expect.stringMatching(/^SMTP_URL and POSTMARK_SERVER_TOKEN are both/),
    ]);
  });

  it('needs the address that tokens for audiences name', () => {
    const audiences = { ...production, AUDIENCES: 'forum' };
    expect(linesOf(audiences)).toEqual([
      expect.stringMatching(/^PUBLIC_URL is missing: AUDIENCES/),
    ]);
    expect(linesOf({ ...audiences, PUBLIC_URL: 'https://cards.example.com' })).toEqual(
      [],
    );
  });

  it.each(required)('refuses to start without %s, unset or empty', (name) => {
    const line = expect.stringMatching(new RegExp(`^${name} is missing: .*production`));
    expect(linesOf({ ...production, [name]: '' })).toEqual([line]);
  });

  it('names everything that is missing at once', () => {
    const lines = linesOf({ NODE_ENV: 'production' });
    expect(namesIn(lines.slice(0, -1))).toEqual(new Set(required));
    expect(lines.at(-1)).toContain('namecard:demo');
  });
});

describe('settings', () => {
  it('have defaults for a first start', () => {
    expect(readEnvironment({})).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      DATA_DIR: fileURLToPath(new URL('../../../../.data', import.meta.url)),
      SHUTDOWN_DELAY: 0,
      LOG_LEVEL: 'info',
      TRUST_PROXY: [],
      LIMIT_WRONG_PER_ADDRESS: 5,
      LIMIT_WRITES_PER_ACCOUNT: 6000,
      MAX_PROFILES_PER_ACCOUNT: 1000,
      SESSION_DAYS: 30,
    });
  });

  it('are unset when they are empty', () => {
    const names = [...bad.map(({ name }) => name), 'HOST', 'DATA_DIR', 'NODE_ENV'];
    const empty = Object.fromEntries(names.map((name) => [name, '']));
    expect(readEnvironment(empty)).toEqual(readEnvironment({}));
  });

  it('are read without the spaces and breaks around them, which nobody sees', () => {
    for (const [before, after] of [
      [' ', ' '],
      ['', '\r'],
      ['\ufeff', '\r\n'],
    ]) {
      const around = (value: string) => `${before}${value}${after}`;
      const given = {
        HOST: '0.0.0.0',
        PORT: '80',
        DATA_DIR: '/data',
        METRICS_TOKEN: 'm'.repeat(16),
        HASH_KEY: key,
        LOG_LEVEL: 'warn',
        DEV_MAILBOX: 'true',
        CORS_ORIGINS: 'https://a.example',
      };
      const typed = Object.entries(given).map(([name, value]) => [name, around(value)]);
      expect(
        readEnvironment({ ...Object.fromEntries(typed), SMTP_URL: around('') }),
      ).toEqual(readEnvironment(given));
    }
  });

  it('are refused in quotes, which `docker run --env-file` leaves around them', () => {
    const names = ['PORT', 'DATA_DIR', 'SECRET_KEY', 'PRODUCT_NAME', 'METRICS_TOKEN'];
    for (const quote of [`'`, `"`]) {
      const given = names.map((name) => [name, `${quote}${key}${quote}`]);
      expect(linesOf(Object.fromEntries(given))).toEqual(
        names.map((name) => `${name} is not valid: remove the quotes around it`),
      );
    }
    expect(readEnvironment({ EMAIL_FROM: '"A B" <a@b.co>' }).EMAIL_FROM).toBe(
      '"A B" <a@b.co>',
    );
  });

  it('need a sender’s address with a provider', () => {
    for (const provider of [
      { POSTMARK_SERVER_TOKEN: 'a-token' },
      { SMTP_URL: 'smtp://mail.example.com' },
    ]) {
      expect(linesOf(provider)).toEqual([
        expect.stringMatching(/^EMAIL_FROM is missing/),
      ]);
    }
  });

  it('refuse a test login for an admin’s address', () => {
    const login = { TEST_LOGINS: testLogin('review@example.com') };
    expect(linesOf(login)).toEqual([]);
    expect(linesOf({ ...login, ADMIN_EMAILS: 'review@EXAMPLE.com' })).toEqual([
      expect.stringMatching(/^TEST_LOGINS is not valid: it/),
    ]);
    // Outside production this address is an admin by default.
    expect(linesOf({ TEST_LOGINS: testLogin('admin@example.com') })).toHaveLength(1);
  });

  it('open sign-ups by default, and end test logins with their last day', () => {
    expect(readEnvironment({})).toMatchObject({
      SIGN_UPS: 'open',
      TEST_LOGINS: new Map(),
    });
    expect(readEnvironment({ SIGN_UPS: 'closed' }).SIGN_UPS).toEqual([]);
    expect(readEnvironment({ SIGN_UPS: 'A.example, ｂ.\u200eexample' }).SIGN_UPS).toEqual(
      ['a.example', 'b.example'],
    );
    const [login] = readEnvironment({ TEST_LOGINS: testLogin('a@b.co') }).TEST_LOGINS;
    expect(login).toMatchObject(['a@b.co', { endsAt: '2028-01-01T00:00:00.000Z' }]);
  });

  it('accept one code of an address, typed in any way', () => {
    const code = newTestCode('a@b.co', randomBytes);
    const dashed = `${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase();
    const typed = `A@b.co=${dashed} until 2027-12-31`;
    const { TEST_LOGINS } = readEnvironment({ TEST_LOGINS: typed });
    expect(TEST_LOGINS.get('a@b.co')?.code).toBe(code);
    expect(linesOf({ TEST_LOGINS: `${typed}, ${typed}` })).toHaveLength(1);
  });

  it('refuse a code that is short, made up, mistyped, or made for another address', () => {
    const code = newTestCode('a@b.co', () => Buffer.alloc(11, 1));
    const swapped = `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`;
    const made = ['a@b.co=123456', 'a@b.co=AAAAAAAAAAAAA'];
    for (const entry of [`b@b.co=${code}`, `a@b.co=${swapped}`, ...made]) {
      const lines = linesOf({ TEST_LOGINS: `${entry} until 2027-12-31` });
      expect(lines).toEqual([
        expect.stringMatching(/^TEST_LOGINS .*\.\/namecard test-login/),
      ]);
      expect(lines.join()).not.toContain(code);
    }
  });

  it('are parsed into lists, numbers and booleans', () => {
    const environment = readEnvironment({
      PORT: '0',
      SECRET_KEY: `${key}1, ${key}2`,
      ADMIN_EMAILS: 'Ann@Example.com, bob@example.com',
      TRUST_PROXY: '10.0.0.0/8, ::1, 192.0.2.1',
      DEV_MAILBOX: '1',
      PUBLIC_URL: 'https://Cards.example.com:443/',
      LOCATION_PRECISION: '0.1',
      CONTACT_URL: 'MAILTO:help@example.com',
      AUDIENCES: 'forum, https://shop.example.com pairwise',
      CORS_ORIGINS: 'https://a.example, http://b.example:8080',
      EMAIL_FROM: 'Namecard <hello@example.com>',
      POSTMARK_SERVER_TOKEN: '\ufeffa-token ',
    });
    expect(environment).toMatchObject({
      POSTMARK_SERVER_TOKEN: 'a-token',
      PORT: 0,
      SECRET_KEY: [`${key}1`, `${key}2`],
      ADMIN_EMAILS: ['ann@example.com', 'bob@example.com'],
      TRUST_PROXY: ['10.0.0.0/8', '::1', '192.0.2.1'],
      DEV_MAILBOX: true,
      PUBLIC_URL: 'https://cards.example.com',
      LOCATION_PRECISION: 0.1,
      CONTACT_URL: 'mailto:help@example.com',
      AUDIENCES: new Map([
        ['forum', { pairwise: false }],
        ['https://shop.example.com', { pairwise: true }],
      ]),
      CORS_ORIGINS: ['https://a.example', 'http://b.example:8080'],
    });
  });

  it('hold addresses as people see them, and new emoji in names', () => {
    const given = {
      ADMIN_EMAILS: '\u202aBoss＠example.com\u202c, Bob <bob@bücher.example>',
      CONTACT_URL: 'mailto:help@bücher.example\u200b',
      EMAIL_FROM: 'Ｎamecard™ <hello@exam\u200bple.com>',
      PRODUCT_NAME: 'Cards \u{1facb}👩\u200d💻',
    };
    expect(readEnvironment(given)).toMatchObject({
      ADMIN_EMAILS: ['boss@example.com', 'bob@xn--bcher-kva.example'],
      CONTACT_URL: 'mailto:help@xn--bcher-kva.example',
      EMAIL_FROM: 'Ｎamecard™ <hello@example.com>',
      PRODUCT_NAME: given.PRODUCT_NAME,
    });
  });

  it('ignore names that are not settings', () => {
    expect(readEnvironment({ HOME: '/root', PORTS: 'x' })).toEqual(readEnvironment({}));
  });
});

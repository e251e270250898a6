import type { AttackShape } from './attack.ts';

/** Ways to the service. `unnamed` is an HAProxy outside TRUST_PROXY. */
const ways = ['direct', 'nginx', 'haproxy', 'unnamed'] as const;

export type Way = (typeof ways)[number];

/**
 * An attack that is begun, held and released. The promises are the same for all
 * (`holding.ts`): memory stays within limits, others are served, `/readyz` is
 * right every second, and ten seconds after the end all is as before.
 */
export type HeldAttack = {
  name: string;
  begin: AttackShape | Accounts;
  /** Seconds of the attack. */
  hold: number;
  through: readonly Way[];
  /** The address of the others, if they are neighbours of the attackers. */
  beside?: string;
  /** The number of others; default 49. */
  others?: number;
};

/** Accounts at one IP address, each repeating the most expensive batch. */
type Accounts = { kind: 'accounts'; accounts: number; ip: string };

const neighbours = '203.0.113.7';

const halfBody = (ip?: string) =>
  [
    'POST /api/v1/auth/send-code HTTP/1.1',
    'host: namecard',
    'content-type: application/json',
    'content-length: 60500',
    ...(ip === undefined ? [] : [`x-forwarded-for: ${ip}`]),
    '',
    ' '.repeat(60_000),
  ].join('\r\n');

const halfHead = `GET /api/v1/users/me HTTP/1.1\r\nhost: namecard\r\nx-long: ${'x'.repeat(4_000)}`;

const connections = (total: number, text: string, reopens = false) =>
  ({ kind: 'connections', total, text, reopens }) as const;

/** Paths for GET without an account, each with its most expensive encoding. */
const openPaths = [
  '/',
  '/admin/',
  '/docs',
  '/docs/start.js',
  '/docs/viewer.js',
  '/api/v1/openapi.json',
  '/api/v1/moderation/openapi.json',
  '/api/v1/profiles',
  '/@nobody',
  '/nothing',
  '/trpc/nothing,nothing?batch=1',
  '/.well-known/jwks.json',
  '/healthz',
  '/readyz',
  '/metrics',
];

const loopsOf = (path: string, encoding: string) =>
  ({
    kind: 'loops',
    asks: Array.from({ length: 8 }, () => ({ path, encoding, ip: neighbours })),
  }) as const;

const nameOf = (path: string) => path.slice(1).replaceAll('/', '-') || 'front-door';

export const heldAttacks: readonly HeldAttack[] = [
  { name: 'half-bodies', begin: connections(4_300, halfBody()), hold: 20, through: ways },
  {
    name: 'half-bodies-8000',
    begin: connections(8_000, halfBody()),
    hold: 20,
    through: ways,
  },
  {
    name: 'half-bodies-again',
    begin: connections(4_300, halfBody(), true),
    hold: 20,
    through: ['direct', 'haproxy'],
  },
  { name: 'idle', begin: connections(6_000, ''), hold: 20, through: ways },
  { name: 'half-heads', begin: connections(3_000, halfHead), hold: 20, through: ways },
  {
    name: 'neighbour-half-bodies',
    begin: connections(4_300, halfBody(neighbours)),
    hold: 20,
    through: ['direct'],
    beside: neighbours,
  },
  {
    name: 'neighbour-half-bodies-again',
    begin: connections(4_300, halfBody(neighbours), true),
    hold: 20,
    through: ['direct'],
    beside: neighbours,
  },
  ...openPaths.map((path): HeldAttack => ({
    name: `loops/${nameOf(path)}`,
    begin: loopsOf(path, 'br'),
    hold: 8,
    through: ['direct'],
    beside: neighbours,
  })),
  ...[1, 40, 400].map((accounts): HeldAttack => ({
    name: `accounts-${accounts}`,
    begin: { kind: 'accounts', accounts, ip: neighbours },
    hold: 15,
    through: ['direct'],
    beside: neighbours,
    others: 2,
  })),
  ...['/api/v1/users/me', '/api/v1/openapi.json'].map((path): HeldAttack => ({
    name: `allocation/${nameOf(path)}`,
    begin: {
      kind: 'loops',
      asks: Array.from({ length: 600 }, (_, index) => ({
        path,
        token: 'nc_of-nobody',
        ip: `2001:db8:${index % 150}::1`,
      })),
    },
    hold: 15,
    through: ['direct'],
    beside: '2001:db8:ffff::1',
    others: 2,
  })),
];

import { getCACertificates, type ConnectionOptions } from 'node:tls';
import type { ClientConfig } from 'pg';
import { parse, toClientConfig } from 'pg-connection-string';

/** Read as libpq reads it (PostgreSQL's documentation, 34.1.1 and 34.1.2). */
export type DatabaseAddress = {
  /** A name, an IP address, or the directory of a Unix socket. */
  host: string;
  /** `false`: unencrypted. `undefined`: the URL doesn't say; the host decides. */
  tls: ConnectionOptions | false | undefined;
  /** Whether it is encrypted without checking the server's certificate. */
  unverified: boolean;
  client: ClientConfig & {
    database: string;
    port: number;
    sslnegotiation: 'direct' | 'postgres';
    enableChannelBinding: boolean;
  };
};

/** `rule` says what `DATABASE_URL` must be. No message contains its values. */
export class DatabaseUrlError extends Error {
  override readonly name = 'DatabaseUrlError';
  readonly rule: string;

  constructor(rule: string) {
    super(`DATABASE_URL is not valid: it ${rule}`);
    this.rule = rule;
  }
}

const form =
  'must be an address such as postgresql://user:password@host:5432/database, with ? # / and & of a password percent-encoded: %3F %23 %2F %26';

const oneHost =
  'must name one host, without target_session_attrs: for failover, use an address that always leads to the primary, such as the provider’s or HAProxy’s';

/** Parameters that `pg-connection-string` reads. */
const readParameters = [
  'user',
  'password',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
];

const words = (text: string) => text.trim().split(/\s+/);

const taken =
  'host port dbname ssl sslnegotiation channel_binding options application_name';

/** They have no effect: the service has its own timeouts, pool and keep-alive. */
const ignored = `
  connect_timeout tcp_user_timeout keepalives keepalives_idle keepalives_interval keepalives_count
  client_encoding fallback_application_name gssencmode krbsrvname sslsni sslcompression uselibpqcompat
`;

/** Parameters of Prisma and of Supabase's pooler. */
const ofOthers = 'pgbouncer connection_limit pool_timeout statement_cache_size supa';

const known = new Set([...readParameters, ...[taken, ignored, ofOthers].flatMap(words)]);

/** @throws DatabaseUrlError */
export function parseDatabaseUrl(url: string): DatabaseAddress {
  const [, login = '', places = '', path = '', query = ''] =
    /^postgres(?:ql)?:\/\/(?:([^/?#]*)@)?([^/?#@]*)(\/[^?#]*)?(?:\?([^#]*))?$/.exec(
      url,
    ) ?? refuse(form);
  const parameters = new URLSearchParams(query);
  // What follows a "/" or "?" of a password is neither a database nor a parameter.
  if (places !== '' && `${path}${query}`.includes('@')) refuse(form);
  const { host, port } = readPlace(places, parameters);
  requireKnown(parameters);
  const mode = modeOf(parameters);
  const { ssl, user, password, database } = read(login, path, withMode(parameters, mode));
  return {
    host,
    tls: mode === undefined ? undefined : tlsOf(ssl, parameters),
    unverified:
      mode === 'no-verify' || (mode === 'require' && !parameters.has('sslrootcert')),
    client: {
      host,
      port,
      user: user || undefined,
      password: typeof password === 'string' ? password : undefined,
      database: parameters.get('dbname') || database || user || refuse(form),
      sslnegotiation:
        oneOf(parameters, 'sslnegotiation', ['postgres', 'direct']) ?? 'postgres',
      enableChannelBinding: parameters.get('channel_binding') === 'require',
      application_name: parameters.get('application_name') ?? 'namecard',
      options: parameters.get('options') ?? '',
      // The kernel probes a silent peer. By default it does so only after two hours.
      keepAlive: true,
      keepAliveInitialDelayMillis: 5_000,
    },
  };
}

/** For logs, such as `db.example.com:5432`: without user and password. */
export function placeOf(url: string): string {
  const { host, client } = parseDatabaseUrl(url);
  return `${host}:${client.port}`;
}

/** What may be a part of a password is not repeated. */
function requireKnown(parameters: URLSearchParams): void {
  if (parameters.has('target_session_attrs')) refuse(oneHost);
  const unknown = [...parameters.keys()].find((name) => !known.has(name));
  if (unknown !== undefined) {
    refuse(
      parameters.has('password') || !/^[a-z_]+$/.test(unknown)
        ? form
        : `must not have the parameter ${unknown}, which has no effect here`,
    );
  }
}

function refuse(rule: string): never {
  throw new DatabaseUrlError(rule);
}

function oneOf<Value extends string>(
  parameters: URLSearchParams,
  name: string,
  values: readonly Value[],
): Value | undefined {
  const given = parameters.get(name);
  if (given === null) return undefined;
  return (
    values.find((value) => value === given) ??
    refuse(`must have ${name} ${values.join(', ')}`)
  );
}

const modes = ['disable', 'require', 'verify-ca', 'verify-full', 'no-verify'] as const;

/** A certificate also asks for TLS. Java writes `ssl=true` for `require`. */
function modeOf(parameters: URLSearchParams): (typeof modes)[number] | undefined {
  if (['prefer', 'allow'].includes(parameters.get('sslmode') ?? '')) {
    refuse(
      'must not have sslmode=prefer or allow, because an attacker on the network could turn encryption off: use sslmode=require',
    );
  }
  const asksForTls = parameters.get('sslnegotiation') === 'direct';
  const named = ['sslrootcert', 'sslcert', 'sslkey'].some((name) => parameters.has(name));
  const mode =
    oneOf(parameters, 'sslmode', modes) ??
    (oneOf(parameters, 'ssl', ['true']) && 'require') ??
    (named || asksForTls ? 'verify-full' : undefined);
  if (mode === 'disable' && asksForTls)
    refuse('must not have sslmode=disable and sslnegotiation');
  const root = parameters.get('sslrootcert');
  if (mode === 'verify-ca' && root === null)
    refuse('must name sslrootcert for sslmode=verify-ca');
  if (root === 'system' && mode !== 'verify-full') {
    refuse(
      'must have sslmode=verify-full for sslrootcert=system, because anybody can get a certificate of these roots',
    );
  }
  if (parameters.has('sslcert') !== parameters.has('sslkey')) {
    refuse('must name both sslcert and sslkey, or neither');
  }
  return mode;
}

/** For the library, `no-verify` is `require` without a root certificate. */
function withMode(
  parameters: URLSearchParams,
  mode: string | undefined,
): URLSearchParams {
  const kept = [...parameters].filter(([name]) => readParameters.includes(name));
  const handed = new URLSearchParams(kept);
  if (mode !== undefined) handed.set('sslmode', mode === 'no-verify' ? 'require' : mode);
  if (mode === 'no-verify' || handed.get('sslrootcert') === 'system')
    handed.delete('sslrootcert');
  return handed;
}

function read(login: string, path: string, parameters: URLSearchParams) {
  try {
    const address = `postgresql://${login}@localhost${path}?${parameters.toString()}`;
    return toClientConfig(parse(address, { useLibpqCompat: true }));
  } catch (error) {
    const isFile = error instanceof Error && 'syscall' in error;
    return refuse(
      isFile ? 'must name files that can be read: sslrootcert, sslcert, sslkey' : form,
    );
  }
}

function tlsOf(
  ssl: ConnectionOptions | boolean | undefined,
  parameters: URLSearchParams,
): ConnectionOptions | false {
  if (typeof ssl !== 'object') return false;
  return parameters.get('sslrootcert') === 'system'
    ? { ...ssl, ca: [...getCACertificates('default'), ...getCACertificates('system')] }
    : ssl;
}

/** The parameters `host` and `port` override the address's own. */
function readPlace(place: string, parameters: URLSearchParams) {
  const [, ownName = '', ownPort = ''] =
    /^(\[[\da-f:.]+\]|[^:[\]\s]*)(?::(\d*))?$/i.exec(place) ??
    refuse(place.includes(',') ? oneHost : form);
  const name = parameters.get('host') ?? decode(ownName).replace(/^\[|\]$/g, '');
  const port = parameters.get('port') ?? ownPort;
  if (`${name}${port}`.includes(',')) refuse(oneHost);
  if (!/^\d{0,5}$/.test(port) || Number(port) > 65_535) refuse(form);
  return { host: name || 'localhost', port: Number(port || 5432) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return refuse(form);
  }
}

import { lookup } from 'node:dns/promises';
import { BlockList } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectionOptions } from 'node:tls';
import { Client } from 'pg';
import type { DatabaseAddress, Host, Target } from './database-url.ts';
import { reasonsOf, startErrorOf } from './start-error.ts';

/** Where a connection goes, in the driver's words. */
export type Chosen = { host: string; port: number; ssl: ConnectionOptions | false };

export type Hosts = {
  /** The first host that can be used. It is looked for once, however many ask, and kept until it is forgotten. */
  choose(): Promise<Chosen>;
  /** Has the next one who asks look anew, unless somebody has done so since `choice` was made. */
  forget(choice: Promise<Chosen>): void;
};

/** How long one host may take to answer, and the choice of one in all, in milliseconds. */
const timeouts = { host: 2_000, choice: 5_000 };

export function createHosts(address: DatabaseAddress): Hosts {
  let kept: Promise<Chosen> | undefined;
  const forget = (choice: Promise<Chosen>): void => {
    if (kept === choice) kept = undefined;
  };
  return {
    choose: () => {
      if (kept === undefined) {
        const choice = inTime(findHost(address));
        choice.catch(() => forget(choice));
        kept = choice;
      }
      return kept;
    },
    forget,
  };
}

async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  const stopped = new AbortController();
  const late = sleep(timeouts.choice, undefined, { signal: stopped.signal }).then(() => {
    throw new Error('timeout exceeded when trying to connect');
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    late.catch(() => {});
    stopped.abort();
  }
}

/** Asks each host in turn. The only host of which nothing is asked is not connected to for that. */
async function findHost(address: DatabaseAddress): Promise<Chosen> {
  const { hosts, target, tls } = address;
  const [only, ...others] = hosts;
  if (only !== undefined && others.length === 0 && target === 'any')
    return settingsOf(only, tls);
  const reasons: unknown[] = [];
  const rounds: Target[] = target === 'prefer-standby' ? ['standby', 'any'] : [target];
  for (const round of rounds) {
    for (const host of hosts) {
      try {
        const settings = await settingsOf(host, tls);
        if (await suits(address, settings, round)) return settings;
        reasons.push(new Error(`${host.name}:${host.port} is not ${round}`));
      } catch (error) {
        // Another host would say the same of a wrong password; libpq stops here too.
        if (startErrorOf(error) !== undefined) throw error;
        reasons.push(error);
      }
    }
  }
  throw new AggregateError(
    reasons,
    `None of its hosts can be used: ${reasonsOf(reasons)}`,
  );
}

async function suits(
  { login }: DatabaseAddress,
  settings: Chosen,
  target: Target,
): Promise<boolean> {
  const client = new Client({
    ...login,
    ...settings,
    connectionTimeoutMillis: timeouts.host,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    if (target === 'any') return true;
    const { rows } = await client.query<{ standby: boolean; readOnly: boolean }>(
      `select pg_is_in_recovery() as standby, current_setting('transaction_read_only')::bool as "readOnly"`,
    );
    const [is] = rows;
    if (target === 'primary' || target === 'standby')
      return is?.standby === (target === 'standby');
    return is?.readOnly === (target === 'read-only');
  } finally {
    void client.end();
  }
}

/** A socket is this machine's own and never encrypted. */
async function settingsOf(
  { name, port }: Host,
  tls: ConnectionOptions | false | undefined,
): Promise<Chosen> {
  if (name.startsWith('/')) return { host: name, port, ssl: false };
  const ssl = tls ?? ((await isPrivate(name)) ? false : {});
  // The name that the certificate is to have; the driver tells it of names alone, and an IP address would pass for `localhost`.
  return { host: name, port, ssl: ssl && { ...ssl, host: name } };
}

const privateNetworks = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const) {
  privateNetworks.addSubnet(network, bits, 'ipv4');
}
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  privateNetworks.addSubnet(network, bits, 'ipv6');
}

/** Whether all addresses of the name are this machine's or a private network's. */
async function isPrivate(name: string): Promise<boolean> {
  const addresses = await lookup(name, { all: true });
  return addresses.every(({ address, family }) =>
    privateNetworks.check(address, family === 6 ? 'ipv6' : 'ipv4'),
  );
}

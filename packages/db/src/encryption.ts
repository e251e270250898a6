import { lookup } from 'node:dns/promises';
import { BlockList } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectionOptions } from 'node:tls';
import type { DatabaseAddress } from './database-url.ts';

/** Milliseconds. */
const lookupTimeout = 5_000;

/** If the URL doesn't say, only private networks go unencrypted. */
export async function encryptionOf({
  host,
  tls,
}: DatabaseAddress): Promise<ConnectionOptions | false> {
  // A Unix socket stays on this machine.
  if (host.startsWith('/')) return false;
  const encryption = tls ?? ((await isPrivate(host)) ? false : {});
  // The certificate must have this name. `pg` passes no IP address on, and would
  // then accept a certificate of `localhost`.
  return encryption && { ...encryption, host };
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

/** Whether all addresses are this machine's or a private network's. */
async function isPrivate(name: string): Promise<boolean> {
  const addresses = await Promise.race([lookup(name, { all: true }), tooLate(name)]);
  return addresses.every(({ address, family }) =>
    privateNetworks.check(address, family === 6 ? 'ipv6' : 'ipv4'),
  );
}

async function tooLate(name: string): Promise<never> {
  await sleep(lookupTimeout, undefined, { ref: false });
  const error = new Error(`${name} was not found in time`);
  throw Object.assign(error, { code: 'ETIMEDOUT' });
}

import { expect, it } from 'vitest';
import { readPeers } from './peers.ts';

const peers = readPeers(['192.0.2.0/24', '::ffff:198.51.100.0/120', '2001:db8::/32']);

it.each([
  ['192.0.2.7', true],
  ['::ffff:192.0.2.7', true],
  ['::ffff:c000:207', true],
  ['198.51.100.7', true],
  ['::ffff:198.51.100.7', true],
  ['2001:db8::7', true],
  ['192.0.3.7', false],
  ['::ffff:192.0.3.7', false],
  ['2001:db9::7', false],
  ['::c000:207', false],
  ['unknown', false],
  ['', false],
])('TRUST_PROXY names %s: %s', (ip, expected) => {
  expect(peers.isTrusted(ip)).toBe(expected);
});

it.each([
  ['10.1.2.3', true],
  ['::ffff:10.1.2.3', true],
  ['::1', true],
  ['fe80::1%eth0', true],
  ['203.0.113.1', false],
  ['2001:db8::1', false],
])('%s is private: %s', (ip, expected) => {
  expect(peers.isPrivate(ip)).toBe(expected);
});

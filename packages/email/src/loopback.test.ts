import { expect, it } from 'vitest';
import { isLoopback } from './loopback.ts';

it.each([
  'localhost',
  'LOCALHOST.',
  '127.0.0.1',
  '127.8.9.10',
  '::1',
  '[::1]',
  '0:0:0:0:0:0:0:1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:2',
])('is this machine: %s', (host) => {
  expect(isLoopback(host)).toBe(true);
});

it.each([
  '127.relay.example',
  '127.0.0.1.relay.example',
  'localhost.relay.example',
  'relay.localhost',
  'notlocalhost',
  '::1.relay.example',
  '127.0.0',
  '127.0.0.1.',
  '127.0.0.256',
  '128.0.0.1',
  '0.0.0.0',
  '::',
  '::2',
  '::127.0.0.1',
  '::ffff:10.0.0.1',
  '64:ff9b::127.0.0.1',
  'fe80::1%eth0',
  '',
])('could be elsewhere: %s', (host) => {
  expect(isLoopback(host)).toBe(false);
});

import { expect, it } from 'vitest';
import { isOfInternet } from './internet.ts';

it.each([
  '192.0.32.7',
  '168.63.129.17',
  '2606:4700::1',
  '64:ff9b::c000:2007',
  '64:ff9b::192.0.32.7',
  '64:FF9B:0:0:0:0:C000:2007',
])('is public: %s', (address) => {
  expect(isOfInternet(address)).toBe(true);
});

it.each([
  '168.63.129.16',
  '64:ff9b::168.63.129.16',
  '::ffff:168.63.129.16',
  '64:ff9b::10.0.0.1',
  '64:ff9b::169.254.169.254',
  '64:ff9b::127.0.0.1',
  '64:ff9b::',
  // Similar to the prefix, but private.
  '64:ff9b:1::c000:2007',
  '64:ff9b:0:0:0:1:c000:2007',
  // Other forms of IPv4 addresses, public ones too.
  '::192.0.32.7',
  '::ffff:192.0.32.7',
  '::ffff:0:192.0.32.7',
  '2002:c000:2007::1',
  '2001:0:c000:2007::1',
  '100.100.100.200',
  '192.0.0.192',
  'fd00:ec2::254',
  'fe80::1%eth0',
  '2606:4700::1%eth0:1.2.3.4.5',
  'hooks.example.com',
  '10.1',
  '',
])('is not public: %s', (address) => {
  expect(isOfInternet(address)).toBe(false);
});

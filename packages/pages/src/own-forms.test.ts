import { describe, expect, it } from 'vitest';
import { isOwnForm } from './own-forms.ts';

const plain = 'http://cards.example.com';
const safe = 'https://cards.example.com';

/** A form of the page at this address, sent by a browser over plain HTTP. */
const sentFrom = (origin: string, host = origin.replace(/^\w+:\/\//, '')) => ({
  protocol: 'http' as const,
  host,
  headers: { origin },
});

describe('a form without Sec-Fetch-Site', () => {
  it.each([
    'http://192.168.1.5:3000',
    'http://192.168.1.5',
    'http://[fd00::2]:3000',
    'http://localhost:8080',
    'http://printer.local:3000',
  ])('is ours at %s, unless the service is to be used over HTTPS', (address) => {
    expect(isOwnForm(sentFrom(address), plain)).toBe(true);
    expect(isOwnForm(sentFrom(address), safe)).toBe(false);
  });

  it.each([
    ['a name that a stranger can point here', 'http://evil.example:3000'],
    ['a name that begins as an address', 'http://192.168.1.5.evil.example'],
    ['a name that ends almost as a local one', 'http://evil-local.example'],
    ['a local name as a subdomain', 'http://printer.local.evil.example'],
    ['a name without a dot', 'http://printer:3000'],
  ])('is refused at %s', (_, address) => {
    expect(isOwnForm(sentFrom(address), plain)).toBe(false);
  });

  it.each([
    ['another port', 'http://192.168.1.5:8080'],
    ['another scheme', 'https://192.168.1.5:3000'],
    ['another host', 'http://192.168.1.6:3000'],
    ['the page of a stranger', 'http://evil.example'],
    ['a frame without an origin', 'null'],
    ['a path', 'http://192.168.1.5:3000/'],
    ['nothing', ''],
  ])('is refused if its Origin is %s', (_, origin) => {
    expect(isOwnForm(sentFrom(origin, '192.168.1.5:3000'), plain)).toBe(false);
  });

  it.each(['', ' ', '192.168.1.5:3000/', 'a b', '[::1'])(
    'is refused with the Host %j',
    (host) => {
      expect(isOwnForm(sentFrom('http://192.168.1.5:3000', host), plain)).toBe(false);
    },
  );

  it.each([plain, safe])('is ours with the Origin of PUBLIC_URL %s', (origin) => {
    expect(isOwnForm(sentFrom(origin, '127.0.0.1:3000'), origin)).toBe(true);
  });
});

it.each(['cross-site', 'same-site', 'none', ''])(
  'a form with Sec-Fetch-Site: %j is never ours, whatever its Origin',
  (site) => {
    const sent = sentFrom('http://192.168.1.5:3000');
    const headers = { ...sent.headers, 'sec-fetch-site': site };
    expect(isOwnForm({ ...sent, headers }, plain)).toBe(false);
  },
);

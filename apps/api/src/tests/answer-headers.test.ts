import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { fetchJson, signIn } from '@namecard/testing';
import { describe, expect, it } from 'vitest';
import { useService } from '../testing/start-service.ts';

const service = useService();

const paths = [
  '/healthz',
  '/api/v1/users/me',
  '/trpc/users.me',
  '/dev/mailbox',
  '/nope',
  '/%zz',
  '/trpc/%zz',
];

const headersOf = async (path: string, headers: Record<string, string> = {}) =>
  (await fetchJson(`${service().origin}${path}`, { headers })).headers;

describe('every answer', () => {
  it.each(paths)('may not be stored: %s', async (path) => {
    expect((await headersOf(path)).get('cache-control')).toBe('no-store');
  });

  it.each(paths)('has the client’s id or a new one: %s', async (path) => {
    const sent = 'a-request.of_mine-1';
    expect((await headersOf(path, { 'x-request-id': sent })).get('x-request-id')).toBe(
      sent,
    );
    const [one, other] = await Promise.all([headersOf(path), headersOf(path)]);
    expect(one.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(other.get('x-request-id')).not.toBe(one.get('x-request-id'));
  });

  it.each(['short', 'x'.repeat(129), 'with spaces in it', 'quote"s-and-more'])(
    'has a new id if the client’s could harm a log: %j',
    async (sent) => {
      const headers = await headersOf('/healthz', { 'x-request-id': sent });
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    },
  );
});

describe('an answer to an invalid request', () => {
  it.each([
    ['text', 'nonsense'],
    ['no host', 'GET /healthz HTTP/1.1\r\nhost: [bad\r\nconnection: close'],
  ])(
    'has an id, may not be stored and tells browsers to be strict: %s',
    async (_what, request) => {
      const socket = connect(Number(new URL(service().origin).port), '127.0.0.1');
      socket.write(`${request}\r\n\r\n`);
      const answer = await text(socket);
      expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
      expect(answer).toMatch(/^x-request-id: [0-9a-f-]{36}\r$/m);
      expect(answer).toMatch(/^cache-control: no-store\r$/m);
      expect(answer).toMatch(/^content-security-policy: default-src 'none'/m);
      expect(answer).toMatch(/^x-content-type-options: nosniff\r$/m);
    },
  );
});

describe('a larger answer', () => {
  it('is compressed for clients that accept it, with the same content', async () => {
    const { origin } = service();
    const token = await signIn(service(), 'larger@example.com');
    const json = { username: 'larger', referral: '' };
    await fetchJson(`${origin}/api/v1/profiles`, { token, json });
    const path = `${origin}/api/v1/profiles/larger`;
    const about = 'Namecard. '.repeat(150);
    await fetchJson(`${path}/socials`, { method: 'PATCH', token, json: { about } });
    const read = (coding: string) =>
      fetchJson(path, { token, headers: { 'accept-encoding': coding } });
    const plain = await read('br');
    const packed = await read('br, gzip');
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(packed.headers.get('vary')).toMatch(/accept-encoding/i);
    expect(packed.body).toEqual(plain.body);
  });
});

import { StartError } from '@namecard/db';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { addressOf } from '../settings/router-settings.ts';
import { listen } from './listen.ts';

it('for a port in use, one line says what to set', async () => {
  await using app = fastify();
  const { port } = new URL(await listen(app, { HOST: '127.0.0.1', PORT: 0 }));
  await expect(
    listen(fastify(), { HOST: '127.0.0.1', PORT: Number(port) }),
  ).rejects.toThrow(/PORT is in use.*EADDRINUSE/);
});

it.each([
  ['::', '[::1]'],
  ['0:0:0:0:0:0:0:0', '[::1]'],
  ['0.0.0.0', '127.0.0.1'],
  ['::ffff:0.0.0.0', '127.0.0.1'],
  ['127.0.0.2', '127.0.0.2'],
])('at HOST %s it says an origin that can be opened', async (HOST, host) => {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  await using app = fastify({ logger: { stream } });
  const { hostname, origin, port } = new URL(await listen(app, { HOST, PORT: 0 }));
  expect(hostname).toBe(host);
  expect(lines.filter((line) => line.includes('listening')).join()).toContain(
    `"Server listening at ${origin}"`,
  );
  expect(lines.join()).not.toContain('[::]');
  expect((await fetch(`${origin}/nowhere`)).status).toBe(404);
  expect(addressOf({ PUBLIC_URL: undefined, HOST, PORT: Number(port) })).toBe(origin);
});

it.each(['192.0.2.1', '[::1]', 'nowhere.invalid', 'fe80::1'])(
  'for a HOST of another machine, one line says what to set: %s',
  async (HOST) => {
    const listening = listen(fastify(), { HOST, PORT: 0 });
    await expect(listening).rejects.toThrow(StartError);
    await expect(listening).rejects.toThrow(/HOST is not an address of this machine/);
  },
);

/**
 * A server that fails with this code. Root, who runs these tests elsewhere, may
 * use any port.
 */
const refused = (code: string) => ({
  listen: () => Promise.reject(Object.assign(new Error(`listen ${code}`), { code })),
});

it('for a forbidden port, one line says what to set', async () => {
  const listening = listen(refused('EACCES'), { HOST: '127.0.0.1', PORT: 80 });
  await expect(listening).rejects.toThrow(/may not use PORT.*1024.*EACCES/);
});

it('another error stays the same', async () => {
  const listening = listen(refused('EMFILE'), { HOST: '127.0.0.1', PORT: 80 });
  await expect(listening).rejects.not.toThrow(StartError);
});

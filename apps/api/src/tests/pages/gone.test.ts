import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { expect, it } from 'vitest';
import { startOn, useService } from '../../testing/start-service.ts';

const service = useService();

const half = [
  'POST /sign-in HTTP/1.1',
  'host: here',
  'sec-fetch-site: same-origin',
  'content-type: application/x-www-form-urlencoded',
  'content-length: 50000',
  '',
  'email=',
].join('\r\n');

const whole = ['GET /me HTTP/1.1', 'host: here', 'accept: text/html', '', ''].join(
  '\r\n',
);

it.each([
  ['half a form', half],
  ['a request', whole],
])('a client that sends %s and leaves causes no error in the log', async (_, text) => {
  const lines: string[] = [];
  const logger = pino({}, { write: (line) => void lines.push(line) });
  const instance = await startOn(service().databaseUrl, { logger });
  const port = Number(new URL(instance.address).port);
  for (let index = 0; index < 20; index += 1) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(text);
    await sleep(index % 5);
    socket.resetAndDestroy();
  }
  await sleep(200);
  expect((await fetch(`${instance.address}/healthz`)).status).toBe(200);
  await instance.close();
  expect(lines.filter((line) => line.includes('TypeError'))).toEqual([]);
});

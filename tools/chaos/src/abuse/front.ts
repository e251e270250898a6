import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '../free-ports.ts';
import { startNginx } from '../rolling/nginx.ts';

/** How clients reach the service. A proxy that is not named is HAProxy, which TRUST_PROXY does not list. */
export const ways = ['direct', 'nginx', 'haproxy', 'unnamed'] as const;

export type Way = (typeof ways)[number];

/** HAProxy passes a body on as it arrives; nginx waits until it has the whole. */
const haproxySettings = (port: number, service: string) => `
global
  maxconn 9500
defaults
  mode http
  option forwardfor
  timeout connect 2s
  timeout client 20s
  timeout server 20s
frontend clients
  bind 127.0.0.1:${port}
  default_backend namecard
backend namecard
  server one ${service}
`;

async function startHaproxy(port: number, service: string) {
  const directory = await mkdtemp(join(tmpdir(), 'namecard-haproxy-'));
  const file = join(directory, 'haproxy.cfg');
  await writeFile(file, haproxySettings(port, service));
  const haproxy = spawn('/usr/sbin/haproxy', ['-db', '-f', file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(haproxy, 'exit');
  const origin = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${origin}/healthz`).catch(() => undefined))) {
    if (haproxy.exitCode !== null) throw new Error('HAProxy did not start');
    await sleep(20);
  }
  return {
    origin,
    [Symbol.asyncDispose]: async () => {
      haproxy.kill('SIGKILL');
      await exited;
      await rm(directory, { recursive: true });
    },
  };
}

/** What clients ask in the place of the service's own address. */
export async function startFront(
  way: Way,
  origin: string,
): Promise<AsyncDisposable & { origin: string }> {
  if (way === 'direct') {
    return { origin, [Symbol.asyncDispose]: async () => {} };
  }
  const [port = 0] = await freePorts(1);
  const { host, port: service } = new URL(origin);
  return way === 'nginx'
    ? startNginx(port, [Number(service), Number(service)])
    : startHaproxy(port, host);
}

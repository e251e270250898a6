import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchJson } from '@namecard/testing';
import { setTimeout as sleep } from 'node:timers/promises';

const documented = new URL('../../../../docs/nginx.conf', import.meta.url);

/** What Debian's own nginx.conf has around a file of conf.d. */
const around = (directory: string) => `
daemon off;
pid ${directory}/nginx.pid;
error_log stderr crit;
events { worker_connections 19000; }
http {
  access_log off;
  include ${directory}/site.conf;
}
`;

/** Runs Debian's nginx with the documented file, on other ports, until it is disposed of. */
export async function startNginx(
  port: number,
  [first, second]: readonly [number, number],
): Promise<AsyncDisposable & { origin: string }> {
  const directory = await mkdtemp(join(tmpdir(), 'namecard-nginx-'));
  await chmod(directory, 0o755);
  const site = (await readFile(documented, 'utf8'))
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('127.0.0.1:3001', `127.0.0.1:${first}`)
    .replace('127.0.0.1:3002', `127.0.0.1:${second}`);
  await writeFile(join(directory, 'site.conf'), site);
  await writeFile(join(directory, 'nginx.conf'), around(directory));
  const nginx = spawn('/usr/sbin/nginx', ['-c', join(directory, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(nginx, 'exit');
  const origin = `http://127.0.0.1:${port}`;
  while (!(await fetchJson(`${origin}/healthz`).catch(() => undefined))) {
    if (nginx.exitCode !== null) throw new Error('nginx did not start');
    await sleep(20);
  }
  return {
    origin,
    [Symbol.asyncDispose]: async () => {
      nginx.kill('SIGTERM');
      await exited;
      await rm(directory, { recursive: true });
    },
  };
}

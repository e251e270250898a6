import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startServer } from './programs.ts';

/** Runs Debian's HAProxy on a free port. */
export const startHaproxy = async (settings: (port: number) => string) =>
  startServer('/usr/sbin/haproxy', async (directory, port) => {
    const file = join(directory, 'haproxy.cfg');
    await writeFile(file, settings(port));
    return ['-db', '-f', file];
  });

const documented = async (name: string) =>
  readFile(new URL(`../../../../docs/run/${name}`, import.meta.url), 'utf8');

/** Runs HAProxy with the documented lines in front of this port. */
export async function documentedHaproxy(service: number) {
  const page = await documented('instances.md');
  const [, lines = ''] = /```haproxy\n([^]*?)```/.exec(page) ?? [];
  return startHaproxy((port) =>
    lines
      .replace('bind :80', `bind 127.0.0.1:${port}`)
      .replace('bind :::80 v6only', '')
      .replace('127.0.0.1:3001', `127.0.0.1:${service}`),
  );
}

/** The parts of Debian's nginx.conf around a file of conf.d. */
const aroundSite = (directory: string, site: string) => `
daemon off;
pid ${directory}/nginx.pid;
error_log stderr crit;
events { worker_connections 19000; }
http {
  access_log off;
  ${site}
}
`;

/** Runs Debian's nginx with the documented file in front of this port. */
export const documentedNginx = async (service: number) =>
  startServer('/usr/sbin/nginx', async (directory, port) => {
    const site = (await documented('nginx.conf'))
      .replace('/var/log/nginx', directory)
      .replace('listen 80;', `listen 127.0.0.1:${port};`)
      .replace('listen [::]:80;', '')
      .replaceAll(/127\.0\.0\.1:300[12]/g, `127.0.0.1:${service}`);
    const file = join(directory, 'nginx.conf');
    await writeFile(file, aroundSite(directory, site));
    return ['-c', file];
  });

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startServer } from './programs.ts';

const documented = new URL('../../../../docs/run/nginx.conf', import.meta.url);

/** The parts of Debian's nginx.conf around a file of conf.d. */
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

/** Runs Debian's nginx with the documented file in front of two ports. */
export const startNginx = async ([first, second]: readonly [number, number]) =>
  startServer('/usr/sbin/nginx', async (directory, port) => {
    const site = (await readFile(documented, 'utf8'))
      .replace('/var/log/nginx', directory)
      .replace('listen 80;', `listen 127.0.0.1:${port};`)
      .replace('listen [::]:80;', '')
      .replace('127.0.0.1:3001', `127.0.0.1:${first}`)
      .replace('127.0.0.1:3002', `127.0.0.1:${second}`);
    await writeFile(join(directory, 'site.conf'), site);
    const file = join(directory, 'nginx.conf');
    await writeFile(file, around(directory));
    return ['-c', file];
  });

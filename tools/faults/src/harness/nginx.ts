import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePorts } from './free-ports.ts';
import { startProgram, temporaryDirectory, untilListening } from './programs.ts';

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

/** Runs Debian's nginx with the documented file in front of two ports. */
export async function startNginx([first, second]: readonly [number, number]) {
  await using started = new AsyncDisposableStack();
  const { path } = started.use(await temporaryDirectory('nginx'));
  const [port = 0] = await freePorts(1);
  const site = (await readFile(documented, 'utf8'))
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('127.0.0.1:3001', `127.0.0.1:${first}`)
    .replace('127.0.0.1:3002', `127.0.0.1:${second}`);
  await writeFile(join(path, 'site.conf'), site);
  await writeFile(join(path, 'nginx.conf'), around(path));
  const args = ['-c', join(path, 'nginx.conf')];
  const program = startProgram('/usr/sbin/nginx', args, { directory: path });
  started.defer(() => program.kill());
  await untilListening(port);
  const running = started.move();
  return {
    origin: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePorts } from './free-ports.ts';
import { startProgram, temporaryDirectory, untilListening } from './programs.ts';

/** In front of instances of the service. It passes a body on as it arrives; nginx waits for the whole. */
export const beforeServices = (addresses: readonly string[]) => (port: number) =>
  `
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
${addresses.map((address, index) => `  server instance${index} ${address}`).join('\n')}
`;

/** Runs Debian's HAProxy with settings that listen at a free port. */
export async function startHaproxy(settings: (port: number) => string) {
  await using started = new AsyncDisposableStack();
  const { path } = started.use(await temporaryDirectory('haproxy'));
  const [port = 0] = await freePorts(1);
  const file = join(path, 'haproxy.cfg');
  await writeFile(file, settings(port));
  const args = ['-db', '-f', file];
  const program = startProgram('/usr/sbin/haproxy', args, { directory: path });
  started.defer(() => program.kill());
  await untilListening(port);
  const running = started.move();
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

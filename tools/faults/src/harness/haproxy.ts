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

const instances = new URL('../../../../docs/run/instances.md', import.meta.url);

/** Runs HAProxy with the documented lines in front of this port. */
export async function documentedHaproxy(service: number) {
  const [, lines = ''] =
    /```haproxy\n([^]*?)```/.exec(await readFile(instances, 'utf8')) ?? [];
  return startHaproxy((port) =>
    lines
      .replace('bind :80', `bind 127.0.0.1:${port}`)
      .replace('bind :::80 v6only', '')
      .replace('127.0.0.1:3001', `127.0.0.1:${service}`),
  );
}

import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { account, type Program, startProgram } from '../cluster/programs.ts';
import { freePorts } from '../free-ports.ts';
import { untilAccepting } from '../sign-in/fixture/postgres.ts';

/** A PostgreSQL, which `kill` ends as its machine's failure would. */
type Server = Program & { url: string };

export type Servers = AsyncDisposable & { primary: Server; prompt: Server; late: Server };

/** A primary, a standby that follows at once, and one that replays everything half a second late. */
export async function startServers(): Promise<Servers> {
  await using started = new AsyncDisposableStack();
  const [initdb = ''] = globSync('/usr/lib/postgresql/*/bin/initdb');
  const directory = await mkdtemp(join(tmpdir(), 'namecard-replicas-'));
  started.defer(() => rm(directory, { recursive: true, force: true, maxRetries: 9 }));
  // PostgreSQL's account has to make its data's directories.
  await chmod(directory, 0o777);
  const ports = await freePorts(3);
  const program = (name: string) => join(dirname(initdb), name);
  const run = (name: string, ...parameters: string[]) =>
    execFileSync(program(name), parameters, {
      ...account,
      cwd: directory,
      stdio: 'pipe',
    });

  const start = async (data: string, settings: string[] = []): Promise<Server> => {
    const port = ports.pop();
    const own = [
      `port=${port}`,
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
    ];
    // What it does by itself would count to whoever is measured meanwhile.
    const parameters = [...own, 'hot_standby_feedback=on', 'autovacuum=off', ...settings];
    const options = parameters.flatMap((parameter) => ['-c', parameter]);
    const server = startProgram(program('postgres'), ['-D', data, ...options], directory);
    started.defer(() => server.kill());
    const url = `postgresql://namecard@127.0.0.1:${port}/postgres`;
    await untilAccepting(url);
    return { ...server, url };
  };
  run('initdb', '-D', 'primary', '-U', 'namecard', '-A', 'trust', '-E', 'UTF8');
  const primary = await start('primary');
  const follow = async (data: string, settings?: string[]) => {
    run(
      'pg_basebackup',
      '-d',
      primary.url,
      '-c',
      'fast',
      '-X',
      'stream',
      '-R',
      '-D',
      data,
    );
    return start(data, settings);
  };
  const prompt = await follow('prompt');
  const late = await follow('late', ['recovery_min_apply_delay=500ms']);
  const running = started.move();
  return { primary, prompt, late, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

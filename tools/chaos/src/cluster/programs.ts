import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';

/** PostgreSQL refuses to be root; Debian's has an account of its own. */
const idOf = (flag: '-u' | '-g') =>
  Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));

export const account =
  process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};

/** Which process started which; those that have ended meanwhile are left out. */
function parents(): Map<number, number> {
  const pids = readdirSync('/proc').map(Number).filter(Boolean);
  return new Map(
    pids.flatMap((pid): [number, number][] => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
        return [[pid, Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2])]];
      } catch {
        return [];
      }
    }),
  );
}

/** Sends a signal to a process and to all that it and its children started. */
export function signalTree(pid: number, signal: NodeJS.Signals): void {
  const tree = [pid];
  const all = parents();
  for (const member of tree) {
    tree.push(
      ...[...all].filter(([, parent]) => parent === member).map(([child]) => child),
    );
  }
  for (const member of tree) {
    try {
      process.kill(member, signal);
    } catch {
      // It has ended by itself.
    }
  }
}

export type Program = { pid: number; kill(): Promise<void> };

/** Starts a program of Debian's, as PostgreSQL's account. What it says is shown where it ends by itself. */
export function startProgram(
  command: string,
  args: string[],
  directory: string,
): Program {
  const child = spawn(command, args, {
    ...account,
    cwd: directory,
    env: {
      PATH: process.env['PATH'],
      LC_ALL: 'C.UTF-8',
      ETCD_UNSUPPORTED_ARCH: process.arch,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4_000);
    });
  }
  const pid = child.pid ?? 0;
  const exited = once(child, 'exit');
  const tell = () => console.error(`${command} has ended:\n${said}`);
  child.once('exit', tell);
  const killNow = () => {
    child.off('exit', tell);
    signalTree(pid, 'SIGKILL');
  };
  process.once('exit', killNow);
  return {
    pid,
    kill: async () => {
      killNow();
      await exited;
      process.off('exit', killNow);
    },
  };
}

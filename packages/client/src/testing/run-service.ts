import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../../../apps/api/src/main.ts', import.meta.url));

const listening = /REST +(http:\S+)\/api\/v1/;

/** A key that is nobody's. */
const secretKey = 'of-no-use-to-anybody-'.repeat(2);

export type ServiceProcess = {
  /** Where it listens, such as `http://127.0.0.1:40000`. */
  origin: string;
  stop: () => Promise<void>;
};

/** The service in a process of its own, on a free port of 127.0.0.1. Fails, with what it said, where it ends before it listens. */
export async function runService(settings: Record<string, string>): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env['PATH'], PORT: '0', SECRET_KEY: secretKey, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  const said: string[] = [];
  const origin = await new Promise<string>((resolve, reject) => {
    const hear = (text: string) => {
      said.push(text);
      const found = listening.exec(said.join(''))?.[1];
      if (found !== undefined) {
        resolve(found);
      }
    };
    child.stdout.setEncoding('utf8').on('data', hear);
    child.stderr.setEncoding('utf8').on('data', hear);
    child.once('exit', () => reject(new Error(`The service did not start: ${said.join('')}`)));
  });
  return {
    origin,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AppRouter } from '@namecard/router';
import { createTRPCClient, httpBatchLink } from '@trpc/client';
import { vi } from 'vitest';

const main = fileURLToPath(new URL('../../../api/src/main.ts', import.meta.url));

/** The service in a process of its own, with a database of its own. */
export type Service = {
  /** Where it listens, such as `http://127.0.0.1:3000`. */
  origin: string;
  stop: () => Promise<void>;
};

/** Where the process says it listens; fails where it ends instead. */
function announcedOrigin(child: ReturnType<typeof spawn>): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const origin = /(http:\/\/\S+)\/admin\//.exec(output)?.[1];
      if (origin !== undefined) {
        resolve(origin);
      }
    });
  }
  child.once('close', () => reject(new Error(`The service ended before it was ready: ${output}`)));
  return promise;
}

/**
 * Starts the real service on a free port.
 * @param settings of its environment, beside those that every test has
 */
export async function startService(settings: Record<string, string> = {}): Promise<Service> {
  const directory = await mkdtemp(join(tmpdir(), 'namecard-admin-'));
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      DATA_DIR: directory,
      LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  const stop = async () => {
    child.kill('SIGTERM');
    await closed;
    await rm(directory, { recursive: true, force: true });
  };
  try {
    return { origin: await announcedOrigin(child), stop };
  } catch (error) {
    await rm(directory, { recursive: true, force: true });
    throw error;
  }
}

function isMail(value: unknown): value is { to: string; subject: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'to' in value &&
    typeof value.to === 'string' &&
    'subject' in value &&
    typeof value.subject === 'string'
  );
}

/** The subjects of the mails to an address, newest first. */
async function subjectsTo(origin: string, address: string): Promise<string[]> {
  const mails: unknown = await (await fetch(`${origin}/dev/mailbox.json`)).json();
  return Array.isArray(mails)
    ? mails
        .filter(isMail)
        .filter(({ to }) => to === address)
        .map(({ subject }) => subject)
    : [];
}

/** The code that was mailed to an address last, as soon as there is one. */
export async function mailedCode({ origin }: Service, address: string): Promise<string> {
  return vi.waitFor(
    async () => {
      const [code] = (await subjectsTo(origin, address))[0]?.split(' ') ?? [];
      if (code === undefined) {
        throw new Error(`No mail has come for ${address}.`);
      }
      return code;
    },
    { timeout: 10_000 },
  );
}

/** Calls the service as the app does, without its page. */
export const callService = ({ origin }: Service, token?: string) =>
  createTRPCClient<AppRouter>({
    links: [
      httpBatchLink({
        url: `${origin}/trpc`,
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      }),
    ],
  });

/** Signs an address in without the page; gives its token. */
export async function tokenOf(service: Service, email: string): Promise<string> {
  const { auth } = callService(service);
  await auth.sendCode.mutate({ email });
  const otp = await mailedCode(service, email);
  return (await auth.verifyCode.mutate({ email, otp })).data.token;
}

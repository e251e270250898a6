import { request, type RequestOptions } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '@namecard/testing';

/** Networks of people who have nothing to do with a flood. */
const elsewhere = '20.99.0.1';

type Answer = { status: number; milliseconds: number };

/** Milliseconds after which a caller gives up. */
const patience = 15_000;

/** Sends pieces of a body with half a second between them; 0 without an answer. */
async function send(
  address: string,
  options: RequestOptions,
  pieces: readonly string[] = [],
): Promise<Answer> {
  const began = performance.now();
  const outgoing = request(address, {
    localAddress: elsewhere,
    agent: false,
    timeout: patience,
    ...options,
  });
  const status = new Promise<number>((resolve) => {
    outgoing
      .once('timeout', () => outgoing.destroy())
      .once('error', () => resolve(0))
      .once('response', (incoming) =>
        incoming
          .once('error', () => resolve(0))
          .once('end', () => resolve(incoming.statusCode ?? 0))
          .resume(),
      );
  });
  for (const piece of pieces) {
    outgoing.write(piece);
    await sleep(500);
  }
  outgoing.end();
  return { status: await status, milliseconds: performance.now() - began };
}

const body = JSON.stringify({ email: 'slow@example.com', padding: 'x'.repeat(64_000) });

/** Uploads 64 KB at 8 kB/s. Returns the status. */
export async function upload(origin: string): Promise<number> {
  const pieces = body.match(/[^]{1,4000}/g) ?? [];
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  const options = { method: 'POST', headers };
  return (await send(`${origin}/api/v1/auth/send-code`, options, pieces)).status;
}

export type Calls = { p50: number; p95: number; failed: string; failures: number };

/** Calls four times a second, each time on a new connection. */
export async function callBeside(
  origin: string,
  token: string,
  work: Promise<unknown>,
): Promise<Calls> {
  const ending = new AbortController();
  void work.finally(() => ending.abort());
  const calls: Promise<Answer>[] = [];
  const headers = { authorization: `Bearer ${token}` };
  while (!ending.signal.aborted) {
    const isReadiness = calls.length % 4 === 3;
    const path = isReadiness ? '/readyz' : '/api/v1/users/me';
    calls.push(send(`${origin}${path}`, { headers: isReadiness ? {} : headers }));
    await sleep(250);
  }
  const answers = await Promise.all(calls);
  const times = answers.map(({ milliseconds }) => milliseconds);
  const failed = answers.filter(({ status }) => status !== 200);
  return {
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    failures: failed.length,
    failed: [...new Set(failed.map(({ status }) => status))].join(', '),
  };
}

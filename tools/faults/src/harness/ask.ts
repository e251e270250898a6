import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';

export type Question = {
  /** The default is GET, or POST with a body. */
  method?: string;
  json?: unknown;
  token?: string;
  /** The client's IP address, as a proxy tells it. */
  ip?: string;
};

/** Milliseconds after which a request counts as unanswered. */
const timeout = 60_000;

export type Answer = {
  status: number;
  headers: Record<string, string>;
  text: string;
  /** From the first byte of the request to the last byte of the answer. */
  milliseconds: number;
};

function headersOf({ json, token, ip }: Question): Record<string, string> {
  return {
    ...(json !== undefined && { 'content-type': 'application/json' }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(ip !== undefined && { 'x-forwarded-for': ip }),
  };
}

/** Asks over HTTP and reads the whole answer. Rejects if there is none. */
export async function ask(address: string, question: Question = {}): Promise<Answer> {
  const { json, method = json === undefined ? 'GET' : 'POST' } = question;
  const began = performance.now();
  const response = await fetch(address, {
    method,
    headers: headersOf(question),
    signal: AbortSignal.timeout(timeout),
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
  const text = await response.text();
  const milliseconds = performance.now() - began;
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text,
    milliseconds,
  };
}

/** Most milliseconds of waiting for an overloaded service. */
const patience = 120_000;

/** Repeats a refused call after its `Retry-After`, as a client should. */
export async function untilServed(call: () => Promise<Answer>): Promise<Answer> {
  for (const deadline = Date.now() + patience; ;) {
    const answer = await call();
    const isRefused = answer.status === 429 || answer.status === 503;
    const wait = Number(answer.headers['retry-after']) * 1_000;
    // Without the header `wait` is NaN.
    if (!isRefused || !(Date.now() + wait < deadline)) return answer;
    await sleep(wait);
  }
}

/** The JSON of a success. Throws for any other answer. */
export function read<Shape extends z.ZodType>(
  shape: Shape,
  { status, text }: Pick<Answer, 'status' | 'text'>,
): z.infer<Shape> {
  if (status !== 200) throw new Error(`${status}: ${text}`);
  return shape.parse(JSON.parse(text));
}

/** A random IPv4 address: attackers have as many as they like. */
const someIp = () =>
  ['11', ...Array.from({ length: 3 }, () => randomInt(1, 255))].join('.');

export const sendCode = async (origin: string, email: string, question: Question = {}) =>
  ask(`${origin}/api/v1/auth/send-code`, { ip: someIp(), ...question, json: { email } });

export const verifyCode = async (
  origin: string,
  email: string,
  otp: string,
  question: Question = {},
) =>
  ask(`${origin}/api/v1/auth/verify-code`, {
    ip: someIp(),
    ...question,
    json: { email, otp },
  });

import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { fetchJson, type Answer } from '@namecard/testing';

/** Most milliseconds of waiting for an overloaded service. */
const patience = 120_000;

/** Repeats a refused call after its `Retry-After`, as a client should. */
export async function untilServed(call: () => Promise<Answer>): Promise<Answer> {
  for (const deadline = Date.now() + patience; ;) {
    const answer = await call();
    const isRefused = answer.status === 429 || answer.status === 503;
    const wait = Number(answer.headers.get('retry-after') ?? NaN) * 1_000;
    if (!isRefused || !(Date.now() + wait < deadline)) return answer;
    await sleep(wait);
  }
}

/** Asks as a random IPv4 address: attackers have as many as they like. */
function fromAnywhere(address: string, json: object): Promise<Answer> {
  const ip = `11.${[0, 0, 0].map(() => randomInt(1, 255)).join('.')}`;
  return fetchJson(address, { json, headers: { 'x-forwarded-for': ip } });
}

export const sendCode = async (origin: string, email: string) =>
  fromAnywhere(`${origin}/api/v1/auth/send-code`, { email });

export const verifyCode = async (origin: string, email: string, otp: string) =>
  fromAnywhere(`${origin}/api/v1/auth/verify-code`, { email, otp });

import { randomInt } from 'node:crypto';

export type Question = {
  /** GET unless given; POST where there is a body. */
  method?: string;
  json?: unknown;
  token?: string;
  /** The client's IP address, as a proxy in front would tell it. */
  ip?: string;
  /** Milliseconds after which it counts as unanswered; 20,000 unless given. */
  patience?: number;
};

export type Answer = {
  status: number;
  headers: Record<string, string>;
  text: string;
  /** From the request's first byte to the answer's last. */
  milliseconds: number;
};

function headersOf({ json, token, ip }: Question): Record<string, string> {
  return {
    ...(json !== undefined && { 'content-type': 'application/json' }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(ip !== undefined && { 'x-forwarded-for': ip }),
  };
}

/** Asks over HTTP and reads the whole answer. Rejects where there is none. */
export async function ask(address: string, question: Question = {}): Promise<Answer> {
  const { json, method = json === undefined ? 'GET' : 'POST', patience = 20_000 } = question;
  const began = performance.now();
  const response = await fetch(address, {
    method,
    headers: headersOf(question),
    signal: AbortSignal.timeout(patience),
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

/** Some IPv4 address: an attacker has as many as they like. */
export const someIp = () => ['11', ...Array.from({ length: 3 }, () => randomInt(1, 255))].join('.');

export const sendCode = async (origin: string, email: string, question: Question = {}) =>
  ask(`${origin}/api/v1/auth/send-code`, { ip: someIp(), ...question, json: { email } });

export const verifyCode = async (origin: string, email: string, otp: string) =>
  ask(`${origin}/api/v1/auth/verify-code`, { ip: someIp(), json: { email, otp } });

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { fetchJson, signIn, useService } from '@namecard/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

const program = fileURLToPath(new URL('./server.ts', import.meta.url));
const issuer = 'https://cards.example.com';
const service = useService({ AUDIENCES: 'forum, shop', PUBLIC_URL: issuer });

let address: string;
const started = new AsyncDisposableStack();

beforeAll(async () => {
  const keysUrl = `${service().origin}/.well-known/jwks.json`;
  const options = ['--issuer', issuer, '--keys-url', keysUrl, '--port', '0'];
  const child = spawn(process.execPath, [program, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.defer(async () => {
    const ended = once(child, 'close');
    child.kill();
    await ended;
  });
  for await (const line of createInterface({ input: child.stdout })) {
    address = line.replace('Listening at ', '');
    break;
  }
});

afterAll(async () => started.disposeAsync());

const Token = z.object({ data: z.object({ token: z.string() }) });

async function tokenFor(audience: string, session: string): Promise<string> {
  const path = `${service().origin}/api/v1/auth/tokens`;
  const { body } = await fetchJson(path, { token: session, json: { audience } });
  return Token.parse(body).data.token;
}

describe('the server that verifies users', () => {
  it('knows who calls it by a token for its audience', async () => {
    const session = await signIn(service(), 'ann@example.com');
    const me = await fetchJson(`${service().origin}/api/v1/users/me`, { token: session });
    const { id } = z
      .object({ data: z.object({ user: z.object({ id: z.uuid() }) }) })
      .parse(me.body).data.user;
    const answer = await fetchJson(address, { token: await tokenFor('forum', session) });
    expect(answer).toMatchObject({
      status: 200,
      body: { message: `You are ${id}, user.` },
    });
  });

  it('refuses the token of a session, a token for another audience, and none', async () => {
    const session = await signIn(service(), 'bob@example.com');
    for (const token of [session, await tokenFor('shop', session), undefined]) {
      const { status, headers } = await fetchJson(
        address,
        token === undefined ? {} : { token },
      );
      expect(status).toBe(401);
      expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    }
  });

  it('gets tokens that do not sign in to the service', async () => {
    const token = await tokenFor('forum', await signIn(service(), 'cat@example.com'));
    const answer = await fetchJson(`${service().origin}/api/v1/users/me`, { token });
    expect(answer).toMatchObject({ status: 401, body: { reason: 'TOKEN_INVALID' } });
  });
});

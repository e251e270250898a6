import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { startOn, useService } from '../../testing/start-service.ts';

const service = useService({ settings: { TRUST_PROXY: '127.0.0.0/8' } });
const plain = useService();

/** Asks for a code as a browser does over plain HTTP. `fetch` would set its own Host. */
async function ask(origin: string, headers: Record<string, string>) {
  const form = request(`${origin}/sign-in`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
  });
  form.end('email=lan%40example.com');
  const page = await new Promise<{ status: number | undefined; body: string }>(
    (resolve, reject) => {
      form.once('error', reject);
      form.once('response', (answer) => {
        text(answer).then((body) => resolve({ status: answer.statusCode, body }), reject);
      });
    },
  );
  return page;
}

describe('a page that was opened at another address', () => {
  it.each(['192.168.1.5:3000', '[fd00::2]:3000', 'cards.local'])(
    'can be used at %s over plain HTTP',
    async (host) => {
      const origin = `http://${host}`;
      expect((await ask(plain().origin, { host, origin })).status).toBe(303);
    },
  );

  it('can’t be used under a name that a stranger can point here', async () => {
    const host = 'evil.example:3000';
    const sent = { host, origin: `http://${host}` };
    const { status, body } = await ask(plain().origin, sent);
    expect(status).toBe(403);
    expect(body).toContain('Open it at the IP address of the service.');
  });

  it('says where to go if PUBLIC_URL is HTTPS', async () => {
    const instance = await startOn(service().databaseUrl, {
      settings: { PUBLIC_URL: 'https://cards.example.com' },
    });
    const host = '192.168.1.5:3000';
    const sent = { host, origin: `http://${host}` };
    const { status, body } = await ask(instance.address, sent);
    expect(status).toBe(403);
    expect(body).toContain('<a href="https://cards.example.com/sign-in">');
    expect((await ask(instance.address, { ...sent, origin: 'null' })).body).not.toContain(
      'cards.example.com',
    );
    await instance.close();
  });
});

describe('a forwarded host', () => {
  const origin = 'http://192.168.1.5';

  it('counts if a trusted proxy names it', async () => {
    const headers = { host: 'inner:3000', 'x-forwarded-host': '192.168.1.5', origin };
    expect((await ask(service().origin, headers)).status).toBe(303);
    const https = { ...headers, 'x-forwarded-proto': 'https' };
    expect((await ask(service().origin, https)).status).toBe(403);
  });

  it('does not count if anybody else names it', async () => {
    const headers = { host: 'inner:3000', 'x-forwarded-host': '192.168.1.5', origin };
    expect((await ask(plain().origin, headers)).status).toBe(403);
  });
});

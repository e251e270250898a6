import { describe, expect, it } from 'vitest';
import { parseDatabaseUrl } from './database-url.ts';
import { encryptionOf } from './encryption.ts';

describe('without sslmode', () => {
  const chosen = async (url: string) => encryptionOf(parseDatabaseUrl(url));

  it.each(['localhost', '127.0.0.1', '[::1]', '10.1.2.3', '192.168.1.1', '[fd00::1]'])(
    'a host of this machine or a private network is not encrypted: %s',
    async (host) => {
      expect(await chosen(`postgresql://u@${host}/d`)).toBe(false);
    },
  );

  it.each(['192.0.2.1', '172.32.0.1', '[2001:db8::1]'])(
    'any other host is verified, including its name: %s',
    async (host) => {
      const encryption = await chosen(`postgresql://u@${host}/d`);
      expect(encryption).toEqual({ host: host.replace(/[[\]]/g, '') });
    },
  );

  it('a socket is never encrypted', async () => {
    const url = 'postgresql://u@/d?host=/run/postgresql&sslmode=require';
    expect(await chosen(url)).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { parseApiAddress } from './api-address.ts';

describe('parseApiAddress', () => {
  it.each([
    ['https://api.postmarkapp.com', true, 'api.postmarkapp.com'],
    ['https://api.postmarkapp.com/', true, 'api.postmarkapp.com'],
    ['http://127.0.0.1:9000', false, '127.0.0.1:9000'],
    ['http://[::1]:9000/', false, '[::1]:9000'],
    ['HTTP://Mail.Example.com:80/fake//', false, 'mail.example.com/fake'],
    ['https://example.com:8443/a/b', true, 'example.com:8443/a/b'],
  ])('reads %s', (address, useHttps, requestHost) => {
    expect(parseApiAddress(address)).toStrictEqual({ useHttps, requestHost });
  });

  it.each([
    '',
    'api.postmarkapp.com',
    'localhost:9000',
    'ftp://example.com',
    'https://user:secret@example.com',
    'https://example.com/?token=secret',
    'https://example.com/#secret',
  ])('refuses %j without repeating it', (address) => {
    expect(() => parseApiAddress(address)).toThrow(TypeError);
    expect(() => parseApiAddress(address)).not.toThrow(/secret|localhost|example/);
  });
});

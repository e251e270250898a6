import { describe, expect, it } from 'vitest';
import { createClient } from './client.ts';
import { readUrl } from './read-url.ts';

describe('the address of the service', () => {
  it.each([
    ['', ''],
    ['/', ''],
    ['https://cards.example.com/', 'https://cards.example.com'],
    [' http://127.0.0.1:3000 ', 'http://127.0.0.1:3000'],
    ['https://example.com/cards', 'https://example.com/cards'],
    ['/cards/', '/cards'],
    ['/api/', '/api'],
    ['https://example.com/api/cards', 'https://example.com/api/cards'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
    ['https://bücher.example', 'https://bücher.example'],
    ['http://api/', 'http://api'],
    ['http://docs', 'http://docs'],
  ])('may be %j', (given, read) => {
    expect(readUrl(given)).toBe(read);
  });

  it.each([
    [undefined, 'It is undefined'],
    [null, 'It is null'],
    ['cards.example.com', 'begins neither'],
    ['//cards.example.com', 'begins neither'],
    ['ftp://cards.example.com', 'begins neither'],
    ['https://', 'begins neither'],
    ['https://cards.example.com/api/v1', 'Leave out the path'],
    ['https://cards.example.com/api/v1/', 'Leave out the path'],
    ['https://cards.example.com/trpc', 'Leave out the path'],
    ['https://cards.example.com/admin/', 'Leave out the path'],
    ['https://cards.example.com/api/', 'Leave out the path'],
    ['https://cards.example.com/api/v1/profiles', 'Leave out the path'],
    ['https://cards.example.com/@ann', 'Leave out the path'],
    ['https://cards.example.com/sign-in', 'Leave out the path'],
    ['https://cards.example.com?x=1', 'Leave out "?" and "#"'],
    ['https://cards.example.com/#/', 'Leave out "?" and "#"'],
    ['/cards?x=1', 'Leave out "?" and "#"'],
    ['https://cards.example.com:99999', 'not the address of a server'],
    ['https://ann:secret@cards.example.com', 'not the address of a server'],
    ['https://cards.exa mple.com', 'not the address of a server'],
    ['https://cards.example.com\\cards', 'not the address of a server'],
  ])('is refused by `createClient`: %j', (given, told) => {
    expect(() => Reflect.apply(createClient, undefined, [{ url: given }])).toThrow(told);
  });
});

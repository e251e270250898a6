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
  ])('is refused by `createClient`: %j', (given, told) => {
    expect(() => Reflect.apply(createClient, undefined, [{ url: given }])).toThrow(told);
  });
});

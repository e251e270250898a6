import { expect, it } from 'vitest';
import { domainOf } from './links.tsx';

it.each([
  ['https://example.org/', 'example.org'],
  ['http://www.example.org:8080/a', 'example.org'],
  ['HTTPS://EXAMPLE.ORG', 'example.org'],
  ['https://p\u0430ypal.com', 'xn--pypal-4ve.com'],
])('reads %s as a link to %s', (link, domain) => {
  expect(domainOf(link)).toBe(domain);
});

it.each([
  ['javascript:alert(1)'],
  [' javascript:alert(1)'],
  ['data:text/html,hi'],
  ['file:///etc/passwd'],
  ['mailto:ann@example.com'],
  ['example.org'],
  [''],
])('does not read %j as a web link', (link) => {
  expect(domainOf(link)).toBeUndefined();
});

import { expect, it } from 'vitest';
import { isWebLink } from './links.tsx';

it.each([['https://example.org/'], ['http://example.org'], ['HTTPS://EXAMPLE.ORG']])(
  'opens %s',
  (link) => {
    expect(isWebLink(link)).toBe(true);
  },
);

it.each([
  ['javascript:alert(1)'],
  [' javascript:alert(1)'],
  ['data:text/html,hi'],
  ['file:///etc/passwd'],
  ['mailto:ann@example.com'],
  ['example.org'],
  [''],
])('does not open %j', (link) => {
  expect(isWebLink(link)).toBe(false);
});

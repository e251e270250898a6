import { expect, it } from 'vitest';
import { dateIn, inUtc } from './language.ts';

const first = '2026-12-01T00:00:00Z';

it.each([
  ['en', '1 December', '11 December 2026'],
  ['de', '1. Dezember', '11. Dezember 2026'],
  ['fr', '1er décembre', '11 décembre 2026'],
  ['es', '1 de diciembre', '11 de diciembre de 2026'],
] as const)('writes days in %s as people do', (language, day, dayAndYear) => {
  expect(inUtc(language, { day: 'numeric', month: 'long' })(first)).toBe(day);
  expect(dateIn(language)(first)).toContain(`${day} `);
  expect(dateIn(language)('2026-12-11T23:59:59Z')).toBe(dayAndYear);
});

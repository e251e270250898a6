import { expect, it } from 'vitest';
import { type Language, languageNames } from './language.ts';
import { againstWhat, howLong, whatToDo, whoDecided } from './statement.ts';

const languages: Language[] = ['en', 'de', 'fr', 'es'];
const both = [true, false];

const linesIn = (language: Language): string[] => [
  ...both.flatMap((afterReport) =>
    both.map((byProgram) => whoDecided(language, { afterReport, byProgram })),
  ),
  howLong(language, null),
  howLong(language, '2027-02-01T00:00:00Z'),
  againstWhat(language, 'illegal_content'),
  againstWhat(language, 'spam'),
  ...Object.values(whatToDo(language)),
];

it('each line is a sentence in each language, and no two are the same', () => {
  expect(languages.toSorted()).toEqual(Object.keys(languageNames).toSorted());
  const lines = languages.flatMap(linesIn);
  for (const line of lines) expect(line).toMatch(/^\p{Lu}\p{L}* .*\.$/u);
  expect(new Set(lines).size).toBe(lines.length);
});

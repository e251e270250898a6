import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|testing/.test(name))
  .map((name) => ({ name, text: readFileSync(join(import.meta.dirname, name), 'utf8') }));

/** Classes outside the app's small set. */
const foreign = [
  // Sizes: xs, sm, base and lg. Fields have 16 pixels on a phone, which otherwise
  // zooms in.
  /\btext-(?:\[(?!1rem\])[^\]]*\]|xl|\dxl)/g,
  // One radius, and circles.
  /\brounded-(?!md\b|full\b)[a-z0-9[]+/g,
  // Weights: normal, medium and semibold.
  /\bfont-(?:thin|light|bold|extrabold|black)\b/g,
  // Only floating elements have a shadow.
  /\bshadow-(?!float\b)[a-z0-9[]+/g,
  // Colours are tokens. Two chart colours differ for people who can't tell red
  // from green.
  /#[\da-f]{6}\b(?<!#2563c9|#6ea8fe|#c2570c|#f0a35e|#fafafa|#0c0c0f)/gi,
];

it('the app is made of one radius, four sizes, three weights, one shadow and the tokens', () => {
  expect(sources.length).toBeGreaterThan(100);
  const found = sources.flatMap(({ name, text }) =>
    foreign.flatMap((pattern) =>
      [...text.matchAll(pattern)].map(([part]) => `${name}: ${part}`),
    ),
  );
  expect(found).toEqual([]);
});

import type { Json } from '../index.ts';
import fc from 'fast-check';
import { readSchema, typesOf, type Schema } from './schema.ts';
import type { Hints } from './target.ts';
import { textsOf } from './texts.ts';
import { valuesOf } from './values.ts';

/** Values of every type, so that some never fit a schema. */
const ofAnyType = fc.constantFrom<unknown>(
  null,
  true,
  false,
  0,
  1,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  '5',
  'true',
  'false',
  '',
  '\u0000',
  '\ud800',
  [],
  ['a'],
  [null],
  {},
  { $ne: null },
  { length: 1 },
  { toString: 'x' },
);

function beyondBounds({
  minimum,
  maximum,
  minLength,
  maxLength,
}: Schema): fc.Arbitrary<unknown>[] {
  return [
    ...(maximum === undefined ? [] : [fc.constantFrom(maximum + 1, maximum + 0.5)]),
    ...(minimum === undefined
      ? []
      : [fc.constantFrom(minimum - 1, minimum - 0.5, minimum + 0.5)]),
    ...(maxLength === undefined ? [] : [textsOf(maxLength + 1)]),
    ...(minLength > 0 ? [textsOf(minLength - 1)] : []),
  ];
}

const nested = (depth: number): unknown =>
  Array.from({ length: depth }).reduce<unknown>(
    (inner, _, index) => (index % 2 === 0 ? [inner] : { a: inner }),
    1,
  );

const deep = fc.constantFrom(3, 62, 63, 64, 65, 200).map(nested);

/** Objects with one fault: a wrong type, a missing field or an extra field. */
function brokenObjects(schema: Schema, whole: fc.Arbitrary<unknown>, hints: Hints) {
  const { properties = {}, required } = schema;
  const entries = Object.entries(properties);
  const base = whole.map((value) =>
    typeof value === 'object' && value !== null ? value : {},
  );
  const extra = fc
    .tuple(
      base,
      fc.constantFrom('extra', 'constructor', '', 'Username', 'toString'),
      ofAnyType,
    )
    .map(([value, key, more]) =>
      Object.fromEntries([...Object.entries(value), [key, more]]),
    );
  const broken = entries.map(([name, field]) =>
    fc
      .tuple(base, brokenValuesOf(field, name, hints))
      .map(([value, wrong]): object => ({ ...value, [name]: wrong })),
  );
  const missing = required.map((name) =>
    base.map((value): object =>
      Object.fromEntries(Object.entries(value).filter(([key]) => key !== name)),
    ),
  );
  return fc.oneof(extra, ...broken, ...broken, ...missing);
}

/** Mostly broken at one place. The validator decides whether they are. */
export function brokenValuesOf(
  json: Json,
  name: string,
  hints: Hints,
): fc.Arbitrary<unknown> {
  const schema = readSchema(json);
  const inner = (schema.anyOf ?? []).map((one) => brokenValuesOf(one, name, hints));
  const objects = typesOf(schema).includes('object')
    ? [
        {
          weight: 12,
          arbitrary: brokenObjects(schema, valuesOf(json, name, hints), hints),
        },
      ]
    : [];
  return fc.oneof(
    { weight: 2, arbitrary: ofAnyType },
    { weight: 1, arbitrary: deep },
    ...[...inner, ...beyondBounds(schema)].map((arbitrary) => ({ weight: 3, arbitrary })),
    ...objects,
  );
}

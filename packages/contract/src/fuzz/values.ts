import { socialNetworks } from '@namecard/db';
import type { Json } from '../index.ts';
import fc from 'fast-check';
import { readSchema, typesOf, type Schema } from './schema.ts';
import type { Hints } from './target.ts';
import { anyLink, anyText, textsOf } from './texts.ts';

const networks: ReadonlySet<string> = new Set(socialNetworks);

const emails = [
  'ann@example.com',
  'Ann.Lee+cards@Example.COM',
  `${'a'.repeat(64)}@example.com`,
  'a@xn--bcher-kva.example',
  `a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.example`,
];

const badEmails = [
  'ann',
  'ann@',
  '@example.com',
  'ann@example',
  'ann@@example.com',
  '"ann"@example.com',
  'ann@example.com,bob@example.com',
  'ann@b\u00fccher.example',
  '.ann@example.com',
  'ann..lee@example.com',
  'ann@-example.com',
  'ann@example.c-',
  'ann@[127.0.0.1]',
  `${'a'.repeat(65)}@example.com`,
  ' ann@example.com ',
  '\tann@example.com\n',
  'Ann <ann@example.com>',
];

const anyEmail = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...emails) },
  { weight: 2, arbitrary: fc.emailAddress() },
  { weight: 3, arbitrary: fc.constantFrom(...badEmails) },
);

/** Names that are taken, free or reserved, in any case. */
const anyName = ({ names }: Hints) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...names) },
    { weight: 1, arbitrary: fc.constantFrom(...names).map((name) => name.toUpperCase()) },
    { weight: 3, arbitrary: fc.nat(150).map((number) => `made-${number}`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('me', 'Admin', 'walk', '.', '..', '.a', 'a.', 'a..b'),
    },
  );

/** The service's present form of cursors. Clients must not rely on it. */
const cursorAt = (position: number | string) =>
  Buffer.from(`p ${position}`).toString('base64url');

/** Likely values of a field with this name, right or wrong. */
function likelyValues(name: string, hints: Hints): fc.Arbitrary<unknown> | undefined {
  switch (name) {
    case 'username':
    case 'referral':
      return anyName(hints);
    case 'email':
      return anyEmail;
    case 'id':
      return fc.oneof(fc.constantFrom(...hints.ids), fc.uuid());
    case 'cursor':
      return fc.oneof(
        { weight: 4, arbitrary: fc.nat(90).map(cursorAt) },
        { weight: 1, arbitrary: fc.constantFrom('', '*', cursorAt(1e20), cursorAt('x')) },
        { weight: 1, arbitrary: fc.base64String() },
      );
    case 'audience':
      return fc.constantFrom('forum', 'shop', 'elsewhere', 'Forum', 'café');
    case 'otp':
      return fc.oneof(
        fc.constantFrom('000000', '482913', 'AB3D-9K2M-7QRST'),
        fc.stringMatching(/^\d{6}$/),
      );
    default:
      return networks.has(name) ? anyLink : undefined;
  }
}

function textsBy({ pattern, minLength, maxLength }: Schema): fc.Arbitrary<string> {
  const atBounds =
    maxLength === undefined ? [] : [textsOf(maxLength), textsOf(minLength)];
  // The generator of matching texts does not support lookaheads.
  const matching =
    pattern === undefined || pattern.includes('(?=')
      ? []
      : [fc.stringMatching(new RegExp(pattern))];
  return fc.oneof(
    { weight: 6, arbitrary: anyText },
    ...[...atBounds, ...matching].map((arbitrary) => ({ weight: 1, arbitrary })),
  );
}

function numbersBy({ minimum, maximum }: Schema, isWhole: boolean): fc.Arbitrary<number> {
  const min = minimum ?? -1_000;
  const max = maximum ?? 1_000;
  const bounds = fc.constantFrom(min, max, Math.max(min, Math.min(max, 1)));
  return isWhole
    ? fc.oneof(bounds, fc.integer({ min, max: Math.min(max, 200) }))
    : fc.oneof(bounds, fc.double({ min, max, noNaN: true }));
}

function valuesOfType(type: string, schema: Schema, hints: Hints): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return numbersBy(schema, type === 'integer');
    case 'string':
      return textsBy(schema);
    case 'object':
      return objectsBy(schema, hints);
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}, 'item', hints), {
        minLength: schema.minItems,
        maxLength: Math.min(schema.maxItems ?? 3, 3),
      });
    default:
      throw new TypeError(`the type ${type} is not supported yet`);
  }
}

function objectsBy(
  { properties = {}, required }: Schema,
  hints: Hints,
): fc.Arbitrary<object> {
  const fields = Object.entries(properties).map(([name, schema]) => [
    name,
    valuesOf(schema, name, hints),
  ]);
  const record: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(fields);
  return fc.record(record, { requiredKeys: required, noNullPrototype: true });
}

/** Values that mostly fit the schema. The validator decides whether they do. */
export function valuesOf(json: Json, name: string, hints: Hints): fc.Arbitrary<unknown> {
  const schema = readSchema(json);
  if (schema.enum !== undefined) {
    return fc.constantFrom(...schema.enum);
  }
  if (schema.anyOf !== undefined) {
    return fc.oneof(...schema.anyOf.map((one) => valuesOf(one, name, hints)));
  }
  const plain = fc.oneof(
    ...typesOf(schema).map((type) => valuesOfType(type, schema, hints)),
  );
  const likely = likelyValues(name, hints);
  return likely === undefined
    ? plain
    : fc.oneof({ weight: 4, arbitrary: likely }, { weight: 1, arbitrary: plain });
}

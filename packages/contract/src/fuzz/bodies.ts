import type { Operation } from '../index.ts';
import fc from 'fast-check';
import { brokenValuesOf } from './broken-values.ts';
import type { Hints } from './target.ts';
import { valuesOf } from './values.ts';

const encoded = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value) ?? '');

/** Ways to turn JSON into almost JSON. */
const damages: ((text: string) => string)[] = [
  (text) => text.slice(0, -1),
  (text) => `${text},`,
  (text) => `${text}${text}`,
  (text) => text.replaceAll('"', "'"),
  (text) => text.replace('{', '{,'),
  (text) => text.replace(/}$/, ',}'),
  (text) => text.replace('{', '{/* */'),
  (text) => text.replace('{', '{"a":NaN,'),
  (text) => text.replace('{', '{"a":01,'),
  (text) => text.replace('{', '{"a":"\u0001",'),
  (text) => text.replace('{', '{"a":"\\ud8zz",'),
  (text) => `)]}'\n${text}`,
  (text) => `callback(${text})`,
];

/** Unusual but valid JSON. */
const spellings: ((text: string) => string)[] = [
  (text) => `\n\t ${text} \r\n`,
  (text) => `\ufeff${text}`,
  (text) => text.replace('{', '{"a":1e400,'),
  (text) => text.replace('{', '{"a":1,"a":2,'),
  (text) => text.replace('{', '{"\\u0061":1,'),
  (text) => text.replace('{', '{"\\u005f_proto__":{"username":"x"},'),
  (text) => text.replaceAll(/"(-?\d+)"/g, '$1'),
  (text) => text.replaceAll(/:(-?\d+)(?=[,}])/g, ':$1.0'),
];

/** Bytes that are not UTF-8, or not in their declared encoding. */
const bytesOf: ((text: string) => Uint8Array)[] = [
  (text) =>
    Buffer.concat([
      Buffer.from(text.slice(0, -1)),
      Buffer.from([0xff]),
      Buffer.from('}'),
    ]),
  () =>
    Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')]),
  () =>
    Buffer.concat([
      Buffer.from('{"a":"'),
      Buffer.from([0xed, 0xa0, 0x80]),
      Buffer.from('"}'),
    ]),
  (text) => Buffer.from(text, 'utf16le'),
  () => Buffer.alloc(16),
];

const padded = (bytes: number) => (text: string) =>
  text.replace('{', `{"padding":"${'x'.repeat(bytes)}",`);

/**
 * Sizes around 64 KiB. Not too close to it, because each interface adds some
 * bytes.
 */
const sizes = [60_000, 66_000, 200_000].map(padded);

const nests = ['[', '{"a":'].map(
  (opening) => (text: string) =>
    text.replace(
      '{',
      `{"nest":${opening.repeat(5_000)}1${(opening === '[' ? ']' : '}').repeat(5_000)},`,
    ),
);

const textOf = (value: unknown) => JSON.stringify(value) ?? '';

const oddBodies = (values: fc.Arbitrary<unknown>): fc.Arbitrary<Uint8Array | undefined> =>
  fc.oneof(
    {
      weight: 1,
      arbitrary: fc.constantFrom(undefined, Buffer.alloc(0), Buffer.from(' ')),
    },
    {
      weight: 4,
      arbitrary: fc
        .tuple(values, fc.constantFrom(...damages))
        .map(([value, damage]) => Buffer.from(damage(textOf(value)))),
    },
    {
      weight: 4,
      arbitrary: fc
        .tuple(values, fc.constantFrom(...spellings))
        .map(([value, spell]) => Buffer.from(spell(textOf(value)))),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(values, fc.constantFrom(...bytesOf))
        .map(([value, spoil]) => spoil(textOf(value))),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(values, fc.constantFrom(...sizes, ...nests))
        .map(([value, grow]) => Buffer.from(grow(textOf(value)))),
    },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }) },
  );

/** Valid pairs of address and code, so that some sign-ins succeed. */
const signIns = ({ codes }: Hints) =>
  codes.length === 0
    ? []
    : [{ weight: 2, arbitrary: fc.constantFrom(...codes).map(encoded) }];

/** Mostly valid bodies; otherwise broken values, text or bytes. */
export function bodiesOf(
  operation: Operation,
  hints: Hints,
): fc.Arbitrary<Uint8Array | undefined> {
  const schema = operation.requestBody?.content['application/json']?.schema;
  if (schema === undefined) {
    return fc.oneof(
      { weight: 9, arbitrary: fc.constant(undefined) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('{}', '{"a":1}', 'x').map((text) => Buffer.from(text)),
      },
    );
  }
  const values = valuesOf(schema, '', hints);
  return fc.oneof(
    { weight: 8, arbitrary: values.map(encoded) },
    { weight: 4, arbitrary: brokenValuesOf(schema, '', hints).map(encoded) },
    { weight: 2, arbitrary: oddBodies(values) },
    ...(operation.operationId === 'verifyCode' ? signIns(hints) : []),
  );
}

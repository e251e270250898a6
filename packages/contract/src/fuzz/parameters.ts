import type { Operation, Parameter } from '../index.ts';
import fc from 'fast-check';
import { brokenValuesOf } from './broken-values.ts';
import type { Hints } from './target.ts';
import { valuesOf } from './values.ts';

/** Badly or doubly encoded. None is empty, which is another path. */
const oddSegments = [
  '%',
  '%zz',
  '%ff',
  '%c3%28',
  '%ed%a0%80',
  '%E0%80%80',
  '%00',
  'a%00b',
  '%2e%2e',
  '..',
  '.',
  '%2F',
  'a%2Fb',
  'a%5Cb',
  '%2541',
  'a;b=c',
  'a+b',
  'a%20b',
  '%F0%9F%92%A9',
  "a'b",
  '*',
  ':p0',
  '{username}',
  'x'.repeat(300),
  'x'.repeat(9_000),
];

const asText = (value: unknown) =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** Text as a path or query carries it. Lone surrogates can't be encoded there. */
const encode = (value: unknown) => encodeURIComponent(asText(value).toWellFormed());

function segmentsOf({ name, schema }: Parameter, hints: Hints): fc.Arbitrary<string> {
  const values = fc.oneof(
    { weight: 8, arbitrary: valuesOf(schema, name, hints) },
    { weight: 1, arbitrary: brokenValuesOf(schema, name, hints) },
  );
  return fc.oneof(
    { weight: 12, arbitrary: values.map(encode).filter((text) => text !== '') },
    { weight: 1, arbitrary: fc.constantFrom(...oddSegments) },
  );
}

/** Texts of the path parameters, by name. */
export function pathTextsOf(
  operation: Operation,
  hints: Hints,
): fc.Arbitrary<Record<string, string>> {
  const parameters = operation.parameters.filter((parameter) => parameter.in === 'path');
  return fc.record(
    Object.fromEntries(
      parameters.map((parameter) => [parameter.name, segmentsOf(parameter, hints)]),
    ),
    { noNullPrototype: true },
  );
}

/** Numbers and switches in unusual forms. */
const oddQueryTexts = [
  '',
  '+5',
  '05',
  '5.0',
  '5.',
  '1e1',
  '0x5',
  '5%20',
  '-0',
  'Infinity',
  'NaN',
  '%35',
  '5,6',
  'True',
  'yes',
  '%zz',
  '%ff',
  '%00',
  '99999999999999999999',
  'null',
  '[5]',
];

const firstEncoded = (name: string) =>
  name.replace(/^./, (first) => `%${first.charCodeAt(0).toString(16)}`);

/** The name without a value, twice, or spelt differently. */
const oddPairsOf = (name: string): string[][] => [
  [name],
  [`${name}=1`, `${name}=1`],
  [`${name}=1`, `${name}=2`],
  [`${name}[]=1`],
  [`${name.toUpperCase()}=1`],
  [`${firstEncoded(name)}=1`],
];

function pairsOf(parameter: Parameter, hints: Hints): fc.Arbitrary<string[]> {
  const { name, schema } = parameter;
  const pair = (values: fc.Arbitrary<unknown>) =>
    values.map((value) => [`${name}=${encode(value)}`]);
  const odd = fc.constantFrom(...oddQueryTexts);
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant<string[]>([]) },
    { weight: 8, arbitrary: pair(valuesOf(schema, name, hints)) },
    { weight: 3, arbitrary: pair(brokenValuesOf(schema, name, hints)) },
    { weight: 2, arbitrary: odd.map((text) => [`${name}=${text}`]) },
    { weight: 1, arbitrary: fc.constantFrom(...oddPairsOf(name)) },
  );
}

/** Unknown names, some with broken encodings. */
const unknownPairs: string[][] = [
  ['a=b'],
  ['a=1', 'a=2'],
  ['%zz=1'],
  ['a=%zz'],
  ['', ''],
  ['='],
  ['__proto__=1'],
  ['constructor=1'],
];

const anyUnknownPairs = fc.oneof(
  { weight: 3, arbitrary: fc.constant<string[]>([]) },
  { weight: 1, arbitrary: fc.constantFrom(...unknownPairs) },
);

/** The query as sent. */
export function queriesOf(operation: Operation, hints: Hints): fc.Arbitrary<string> {
  const parameters = operation.parameters.filter((parameter) => parameter.in === 'query');
  return fc
    .tuple(anyUnknownPairs, ...parameters.map((parameter) => pairsOf(parameter, hints)))
    .map((pairs) => pairs.flat().join('&'));
}

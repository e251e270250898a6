import type { Operation } from '../index.ts';
import fc from 'fast-check';

type Header = [name: string, value: string];

const mediaTypes = fc.oneof(
  { weight: 30, arbitrary: fc.constant('application/json') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'application/json; charset=utf-8',
      'Application/JSON',
      'application/json;charset=UTF8',
      'application/json ; charset="utf-8"',
      'application/json; profile=x',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      undefined,
      '',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      'application/vnd.api+json',
      'application/jsonx',
      'application/json; charset=latin1',
      'application/json, text/plain',
      'json',
      '/',
    ),
  },
);

/** Headers that must change nothing. */
const oddHeaders: Header[] = [
  ['accept', 'text/html'],
  ['accept', ''],
  ['accept-encoding', 'gzip'],
  ['accept-encoding', 'br;q=1, *;q=0'],
  ['accept-language', 'x'.repeat(3_000)],
  ['x-request-id', 'a b'],
  ['x-request-id', 'well-formed.1'],
  ['x-forwarded-for', '203.0.113.9'],
  ['x-forwarded-proto', 'https'],
  ['x-http-method-override', 'DELETE'],
  ['range', 'bytes=0-1'],
  ['expect', 'something'],
  ['if-match', '"x"'],
  ['if-modified-since', 'Thu, 01 Jan 2026 00:00:00 GMT'],
  ['origin', 'https://elsewhere.example'],
  ['origin', 'null'],
  ['cookie', 'session=x; __proto__=y'],
  ['te', 'trailers'],
  ['content-language', 'en'],
  ['user-agent', ''],
  ['user-agent', 'Mozilla/5.0 \u00e9\u00ff'],
  ['referer', 'javascript:alert(1)'],
  ['content-encoding', 'identity'],
  ['content-encoding', 'gzip'],
  ['x-long', 'x'.repeat(20_000)],
];

const entityTags = fc.constantFrom('*', 'W/"x"', '"x"', 'W/"x", "y"', 'x', '', ',');

function documentedHeaders({ parameters }: Operation): fc.Arbitrary<Header[]> {
  const known = [{ name: 'If-None-Match', values: entityTags }].filter(({ name }) =>
    parameters.some((parameter) => parameter.name === name),
  );
  const each = known.map(({ name, values }) =>
    fc.option(
      values.map((value): Header => [name.toLowerCase(), value]),
      { freq: 2 },
    ),
  );
  return fc.tuple(...each).map((headers) => headers.filter((header) => header !== null));
}

/**
 * Headers of an operation, without the token. A body may have a right type, a
 * wrong type or none.
 */
export function headersOf(operation: Operation): fc.Arbitrary<Header[]> {
  const type = operation.requestBody === undefined ? fc.constant(undefined) : mediaTypes;
  const odd = fc.oneof(
    { weight: 12, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.subarray(oddHeaders, { minLength: 1, maxLength: 3 }) },
  );
  return fc
    .tuple(type, documentedHeaders(operation), odd)
    .map(([mediaType, documented, others]): Header[] => [
      ...(mediaType === undefined ? [] : [['content-type', mediaType] satisfies Header]),
      ...documented,
      ...others.filter(
        ([name], index) => others.findIndex(([other]) => other === name) === index,
      ),
    ]);
}

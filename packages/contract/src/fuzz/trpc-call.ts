import type { Procedure } from './procedures.ts';
import type { Reading } from './reading.ts';
import type { Question } from './send.ts';

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const closingBrace = 0x7d;

/**
 * REST's body with the path's values, as bytes: parsing would change large
 * numbers and duplicate keys. For duplicate keys the last one counts, as in the
 * path.
 */
function withPath({ request, body, path }: Reading): Uint8Array | undefined {
  const entries = Object.entries(path).map(
    ([name, value]) => `"${name}":${JSON.stringify(value)}`,
  );
  if (request.body === undefined || entries.length === 0 || !isObject(body)) {
    return request.body;
  }
  const end = request.body.lastIndexOf(closingBrace);
  const comma = Object.keys(body).length > 0 ? ',' : '';
  return Buffer.concat([
    request.body.subarray(0, end),
    Buffer.from(`${comma}${entries.join(',')}}`),
    request.body.subarray(end + 1),
  ]);
}

type Headers = Question['headers'];

/** Without REST's own: a type or encoding without a body, conditions. */
const commonHeaders = ({ request, operation }: Reading): Headers =>
  request.headers.filter(
    ([name]) =>
      name !== 'content-type' &&
      name !== 'if-none-match' &&
      (name !== 'content-encoding' || operation.requestBody !== undefined),
  );

function mutation(reading: Reading, { name, input }: Procedure): Question {
  const { request, operation, path } = reading;
  const target = `/trpc/${name}`;
  const json: Headers = [['content-type', 'application/json']];
  const headers = commonHeaders(reading);
  if (operation.requestBody !== undefined) {
    const type = request.headers.filter(([header]) => header === 'content-type');
    return {
      method: 'POST',
      target,
      headers: [...type, ...headers],
      body: withPath(reading),
    };
  }
  // A single call without input has no body. A batch has one, as clients send it.
  return input === undefined
    ? {
        method: 'POST',
        target: `${target}?batch=1`,
        headers: [...json, ...headers],
        body: Buffer.from('{}'),
      }
    : {
        method: 'POST',
        target,
        headers: [...json, ...headers],
        body: Buffer.from(JSON.stringify(path)),
      };
}

function query(reading: Reading, { name, input }: Procedure): Question {
  const values = { ...reading.query, ...reading.path };
  const text =
    input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(values))}`;
  return {
    method: 'GET',
    target: `/trpc/${name}${text}`,
    headers: commonHeaders(reading),
  };
}

/** The tRPC call with the values of a REST request. The caller adds the token. */
export const trpcCallOf = (reading: Reading, procedure: Procedure): Question =>
  procedure.type === 'query' ? query(reading, procedure) : mutation(reading, procedure);

import type { Procedure } from './procedures.ts';
import type { Reading } from './reading.ts';
import type { Question } from './send.ts';

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const closingBrace = 0x7d;

/**
 * The body of REST with the path's values in it: as bytes, since parsing and writing it again would change numbers that
 * are too large and keys that are given twice. Of keys that are given twice the last one counts, as the path's does.
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

/** Without those that are REST's own: a type or a coding where there is no body there, a condition. */
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
  // Without input there is no body that a call by itself could have; in a batch of one there is, as clients send it.
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

/** The call of a procedure over tRPC, as HTTP, with the values of a REST request. The token is the caller's to add. */
export const trpcCallOf = (reading: Reading, procedure: Procedure): Question =>
  procedure.type === 'query' ? query(reading, procedure) : mutation(reading, procedure);

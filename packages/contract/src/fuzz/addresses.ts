import type { ContractDocument, Findings, Validator } from '../index.ts';
import fc from 'fast-check';
import { send, type Answer } from './send.ts';

/** A request outside of all operations. */
export type StrayRequest = { method: string; path: string };

const methods = [
  'GET',
  'HEAD',
  'OPTIONS',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'PROPFIND',
  'PURGE',
  'TRACE',
];

const filled = (template: string) => template.replaceAll(/\{[^}]+\}/g, 'nobody');

const spoil = [
  (path: string) => `${path}/more`,
  (path: string) => path.toUpperCase(),
  (path: string) => `/${path}`,
  (path: string) => path.replace(/.$/, ''),
  (path: string) => `${path}%20`,
  (path: string) => `/..${path}`,
  (path: string) => `/%2e${path}`,
  (path: string) => path.replace('/', '%2F'),
  (path: string) => `${path}/%zz`,
  (path: string) => `${path}/%ff`,
];

/** The document's paths with every method, and paths that do not exist. */
export function strayRequestsOf({
  operations,
}: ContractDocument): fc.Arbitrary<StrayRequest> {
  const paths = [...new Set(operations.map(({ path }) => filled(path)))];
  const path = fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...paths) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom(...paths), fc.constantFrom(...spoil))
        .map(([known, change]) => change(known)),
    },
    { weight: 1, arbitrary: fc.webPath().map((text) => `/${text.replace(/^\/+/, '')}`) },
  );
  return fc.record(
    { method: fc.constantFrom(...methods), path },
    { noNullPrototype: true },
  );
}

/** The allowed methods of a path, as in `Allow`. Undefined for unknown paths. */
function allowedAt({ operations }: ContractDocument, path: string): string | undefined {
  const bare = path.replace(/(?<=.)\/$/, '');
  const exact = operations.filter((operation) => operation.path === bare);
  const found =
    exact.length > 0
      ? exact
      : operations.filter((operation) => filled(operation.path) === bare);
  if (found.length === 0) {
    return undefined;
  }
  const taken = found.map(({ method }) => method);
  const head = taken.includes('GET') ? ['HEAD'] : [];
  return [...taken, ...head, 'OPTIONS'].toSorted().join(', ');
}

/**
 * Answers to a broken path: 404, 400 and 414, or those of an unknown name under a
 * path with names.
 */
const statusesOfNowhere = new Set([204, 400, 401, 404, 405, 414]);

function checkError(
  { body, headers }: Answer,
  method: string,
  validator: Validator,
): Findings {
  if (method === 'HEAD') {
    return body.length === 0 ? [] : ['HEAD is answered with a body'];
  }
  if (!(headers['content-type'] ?? '').startsWith('application/json')) {
    return ['the error is not JSON'];
  }
  return validator.errorBody(JSON.parse(body.toString('utf8')));
}

function checkKnown(
  answer: Answer,
  method: string,
  allow: string,
  validator: Validator,
): Findings {
  const { status, headers, body } = answer;
  if (method === 'OPTIONS') {
    return status === 204 && headers.allow === allow
      ? []
      : [`OPTIONS is answered ${status} ${headers.allow}`];
  }
  if (method === 'HEAD' && allow.includes('GET')) {
    return body.length === 0 && status < 405
      ? []
      : ['HEAD and GET get different answers'];
  }
  if (allow.split(', ').includes(method)) {
    return status < 500 ? [] : ['the service failed'];
  }
  const refused = status === 405 && headers.allow === allow;
  return refused
    ? checkError(answer, method, validator)
    : [`${status} with Allow: ${headers.allow} instead of 405 with Allow: ${allow}`];
}

/** Sends the request without a token and reports what is wrong. */
export async function checkStray(
  origin: string,
  { document, validator }: { document: ContractDocument; validator: Validator },
  { method, path }: StrayRequest,
): Promise<Findings> {
  const answer = await send(origin, {
    method,
    target: `${document.prefix}${path}`,
    headers: [],
  });
  const allow = allowedAt(document, path);
  if (allow !== undefined) {
    return checkKnown(answer, method, allow, validator);
  }
  const { status } = answer;
  if (!statusesOfNowhere.has(status)) {
    return [`the answer to an unknown path is ${status}`];
  }
  return status === 204 ? [] : checkError(answer, method, validator);
}

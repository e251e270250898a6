import { setTimeout as sleep } from 'node:timers/promises';
import { fetchJson, type Answer, type Question } from '@namecard/testing';
import type { ContractDocument, Operation } from '../document.ts';
import type { Procedure } from './procedures.ts';

/** One call of a procedure, as both faces carry it. */
export type Call = {
  procedure: Procedure;
  operation: Operation;
  /** REST's path and query as text, with the prefix. */
  path: string;
  /** The values of the query, as REST reads their texts. */
  query: Record<string, unknown>;
  body: Record<string, unknown> | undefined;
  /** What tRPC gets: all values of REST in one object. */
  input: Record<string, unknown> | undefined;
};

const textOf = (value: unknown) =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();

const plainDecimal = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** A query's text as REST reads it: OpenAPI does not define numbers in a query. */
function valueOf(text: string, schema: unknown): unknown {
  const types = JSON.stringify(schema);
  if (/"(?:integer|number)"/.test(types) && plainDecimal.test(text)) return Number(text);
  if (/"boolean"/.test(types) && /^(?:true|false)$/.test(text)) return text === 'true';
  return text;
}

/**
 * The call with this input, or undefined if its path is another operation's: an
 * empty name, or one like `walk`.
 */
export function callOf(
  { prefix, operations }: ContractDocument,
  operation: Operation,
  procedure: Procedure,
  input: Record<string, unknown>,
): Call | undefined {
  const parameters = new Map(operation.parameters.map((one) => [one.name, one]));
  const ofPath: Record<string, string> = {};
  const query: Record<string, unknown> = {};
  const body: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(input)) {
    const parameter = parameters.get(name);
    if (parameter?.in === 'path') ofPath[name] = textOf(value);
    else if (parameter) query[name] = valueOf(textOf(value), parameter.schema);
    else body[name] = value;
  }
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(ofPath[name] ?? ''),
  );
  const isOther = operations.some(
    (other) => other.path !== operation.path && other.path === decodeURIComponent(path),
  );
  if (isOther || /\/(?:\.{0,2}|%2e)*(?:\/|$)/i.test(path)) return undefined;
  const pairs = Object.entries(query).map(([name, value]) => [name, textOf(value)]);
  const search = new URLSearchParams(Object.fromEntries(pairs)).toString();
  const hasBody = operation.requestBody !== undefined;
  return {
    procedure,
    operation,
    path: `${prefix}${path}${search === '' ? '' : `?${search}`}`,
    query,
    body: hasBody ? body : undefined,
    input: procedure.input && { ...(hasBody && body), ...query, ...ofPath },
  };
}

/** Most tries of a call. An overload ends after seconds. */
const mostTries = 5;

/**
 * On a busy machine one of the services may refuse a call for overload, before it runs.
 * The other one has run it, so it is sent again.
 */
async function askUntilRun(
  address: string,
  question: Question,
  tries = 1,
): Promise<Answer> {
  const answer = await fetchJson(address, question);
  if (answer.status !== 503 || tries === mostTries) return answer;
  await sleep(Number(answer.headers.get('retry-after')) * 1_000);
  return askUntilRun(address, question, tries + 1);
}

export const askRest = async (
  origin: string,
  { operation: { method }, path, body }: Call,
  caller: Pick<Question, 'headers'>,
): Promise<Answer> => askUntilRun(`${origin}${path}`, { ...caller, method, json: body });

export async function askTrpc(
  origin: string,
  { procedure: { name, type }, input }: Call,
  caller: Pick<Question, 'headers'>,
): Promise<Answer> {
  const address = `${origin}/trpc/${name}`;
  if (type === 'query') {
    const search = input && `?input=${encodeURIComponent(JSON.stringify(input))}`;
    return askUntilRun(`${address}${search ?? ''}`, caller);
  }
  // A call without input has no body, but tRPC's clients send a batch of it.
  return input
    ? askUntilRun(address, { ...caller, json: input })
    : askUntilRun(`${address}?batch=1`, { ...caller, json: {} });
}

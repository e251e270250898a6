import { differences } from '../index.ts';
import { z } from 'zod';
import { headerOf, isJsonType, type Reading } from './reading.ts';
import type { Answer, Question } from './send.ts';

/** A case in which REST and tRPC can't be compared, or only partly. */
type Exception = {
  name: string;
  reason: string;
  /** What can still be compared. */
  compare: 'nothing' | 'status';
  applies: (pair: Pair) => boolean;
};

type Pair = { reading: Reading; rest: Answer; call: Question };

const reasonsWithoutTwin = new Set(['BODY_REQUIRED', 'BODY_NOT_OBJECT']);

const RestError = z.object({
  message: z.string(),
  code: z.string(),
  reason: z.string(),
  issues: z.unknown().optional(),
});

const TrpcAnswer = z.union([
  z.strictObject({ result: z.strictObject({ data: z.unknown() }) }),
  z.strictObject({
    error: z.object({
      message: z.string(),
      data: z.object({
        code: z.string(),
        httpStatus: z.int(),
        reason: z.string(),
        issues: z.unknown().optional(),
      }),
    }),
  }),
]);

const jsonOf = ({ body }: Answer): unknown => JSON.parse(body.toString('utf8'));

/** All intended differences between REST and tRPC. */
const exceptions: Exception[] = [
  {
    name: 'the address is text',
    reason: 'tRPC has no form for a repeated parameter or a broken percent-encoding.',
    compare: 'nothing',
    applies: ({ reading }) => reading.isMalformedAddress,
  },
  {
    name: 'addresses and headers differ in length',
    reason:
      'A request that is too long for one interface (414, 431) is shorter for the other.',
    compare: 'nothing',
    applies: ({ rest: { status }, call }) =>
      status === 414 || status === 431 || call.target.length > 8_000,
  },
  {
    name: 'another path',
    reason: 'In a path, a name like walk is another procedure. As a value it is a name.',
    compare: 'nothing',
    applies: ({ reading }) => reading.isOtherPath,
  },
  {
    name: 'no body is read',
    reason:
      'REST checks the type even of a body that it ignores. tRPC would read it as the input.',
    compare: 'nothing',
    applies: ({ reading: { operation, request } }) =>
      operation.requestBody === undefined && (request.body?.length ?? 0) > 0,
  },
  {
    name: 'nothing has no type',
    reason: 'REST checks for a body before its type. tRPC always checks the type.',
    compare: 'nothing',
    applies: ({ reading: { request, operation } }) =>
      operation.requestBody !== undefined &&
      (request.body?.length ?? 0) === 0 &&
      !isJsonType(headerOf(request, 'content-type') ?? ''),
  },
  {
    name: 'a body that is no object',
    reason:
      'REST merges the body into the input, so it refuses it itself. For tRPC the schema refuses the value.',
    compare: 'status',
    applies: ({ rest }) =>
      rest.status === 400 && reasonsWithoutTwin.has(RestError.parse(jsonOf(rest)).reason),
  },
  {
    name: 'now is another instant',
    reason:
      'Each service numbers its changes a little later, at its own time. So the feeds end at different places.',
    compare: 'status',
    applies: ({ reading: { query } }) => query['from'] === 'now',
  },
  {
    name: 'mail moves at its own time',
    reason:
      'Each service sends and drops mail in the background. So the states of mail differ for seconds.',
    compare: 'status',
    applies: ({ reading: { operation } }) =>
      operation.path.startsWith('/moderation/mail/'),
  },
];

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/**
 * Whether a UUID v7 was made after an instant. Both databases have the older
 * ones.
 */
const isMadeSince = (id: string, instant: number) =>
  id[14] === '7' && Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) >= instant;

/**
 * The value without parts that each service makes itself: instants, ids and
 * tokens since the databases were separated, and cursors into lists of such rows.
 */
function comparable(
  value: unknown,
  { path }: Reading['operation'],
  partedAt: number,
): unknown {
  const text = (JSON.stringify(value) ?? 'null')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'an instant')
    .replaceAll(/\bn[ck]_[\w-]{43}/g, 'a token')
    .replaceAll(/"eyJ[\w-]+\.[\w-]+\.[\w-]+"/g, '"a token"')
    .replaceAll(uuid, (id) => (isMadeSince(id, partedAt) ? 'a new id' : id));
  return JSON.parse(
    path.startsWith('/moderation/')
      ? text.replaceAll(/"(nextCursor|asOf)":"[^"]*"/g, '"$1":"a place"')
      : text,
  );
}

type Outcome = { status: number; output?: unknown; error?: unknown };

function outcomeOfRest(answer: Answer): Outcome {
  const { status } = answer;
  if (status >= 400) {
    const { message, code, reason, issues } = RestError.parse(jsonOf(answer));
    return { status, error: { message, code, reason, issues } };
  }
  return status === 304 ? { status: 200 } : { status, output: jsonOf(answer) };
}

function outcomeOfTrpc(answer: Answer): Outcome {
  // A batch of one call gets a list of one answer.
  const parsed = TrpcAnswer.parse([jsonOf(answer)].flat()[0]);
  if ('result' in parsed) {
    return { status: answer.status, output: parsed.result.data };
  }
  const { message, data } = parsed.error;
  const { httpStatus, ...error } = data;
  return {
    status: httpStatus === answer.status ? httpStatus : Number.NaN,
    error: { message, ...error, issues: error.issues },
  };
}

/** What can be compared of the two answers. */
export function comparisonOf(pair: Pair): 'all' | 'status' | 'nothing' {
  return exceptions.find(({ applies }) => applies(pair))?.compare ?? 'all';
}

/**
 * Differences in status, output, reason, message or issues.
 * @param partedAt when the databases were separated, in milliseconds since 1970
 */
export function disagreements(pair: Pair, trpc: Answer, partedAt: number): string[] {
  const { reading, rest } = pair;
  const compare = comparisonOf(pair);
  // An active limit may be reached between the two requests.
  const isLimited = rest.status === 429 || trpc.status === 429;
  if (compare === 'nothing' || isLimited) {
    return [];
  }
  const one = outcomeOfRest(rest);
  const other = outcomeOfTrpc(trpc);
  const isUnchanged = rest.status === 304;
  const shown = (outcome: Outcome) =>
    compare === 'status' || isUnchanged
      ? { status: outcome.status }
      : comparable(outcome, reading.operation, partedAt);
  return differences(shown(one), shown(other)).map(
    (place) =>
      `REST and tRPC differ in ${place}: tRPC answers ${trpc.body.toString('utf8').slice(0, 300)}`,
  );
}

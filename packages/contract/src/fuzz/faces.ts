import { differences } from '../index.ts';
import { z } from 'zod';
import { headerOf, isJsonType, type Reading } from './reading.ts';
import type { Answer, Question } from './send.ts';

/** Where the two faces can't be compared, or not wholly. */
type Exception = {
  name: string;
  reason: string;
  /** What is left to compare. */
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

/** Every difference between the faces that is meant. */
const exceptions: Exception[] = [
  {
    name: 'the address is text',
    reason:
      'A repeated parameter and a broken percent-encoding are no values that tRPC could be sent.',
    compare: 'nothing',
    applies: ({ reading }) => reading.isMalformedAddress,
  },
  {
    name: 'addresses and headers differ in length',
    reason: 'What is too long (414, 431) on one face is shorter on the other.',
    compare: 'nothing',
    applies: ({ rest: { status }, call }) =>
      status === 414 || status === 431 || call.target.length > 8_000,
  },
  {
    name: 'another path',
    reason:
      'A name like walk in a path is another procedure, and as a value it is a name.',
    compare: 'nothing',
    applies: ({ reading }) => reading.isOtherPath,
  },
  {
    name: 'no body is read',
    reason:
      'REST takes or refuses a body by its type even where it reads none; tRPC would take it for the input.',
    compare: 'nothing',
    applies: ({ reading: { operation, request } }) =>
      operation.requestBody === undefined && (request.body?.length ?? 0) > 0,
  },
  {
    name: 'nothing has no type',
    reason:
      'REST asks for a body before it asks for its type; tRPC asks for the type, body or none.',
    compare: 'nothing',
    applies: ({ reading: { request, operation } }) =>
      operation.requestBody !== undefined &&
      (request.body?.length ?? 0) === 0 &&
      !isJsonType(headerOf(request, 'content-type') ?? ''),
  },
  {
    name: 'a body that is no object',
    reason:
      'REST spreads the body over the input and so refuses it itself; for tRPC it is a value, which the schema refuses.',
    compare: 'status',
    applies: ({ rest }) =>
      rest.status === 400 && reasonsWithoutTwin.has(RestError.parse(jsonOf(rest)).reason),
  },
  {
    name: 'now is another instant',
    reason:
      'Changes are numbered soon after they are made, by each service at its own time: the feeds end at different places.',
    compare: 'status',
    applies: ({ reading: { query } }) => query['from'] === 'now',
  },
  {
    name: 'mail moves at its own time',
    reason:
      'Each service sends mail, and ends what may not leave, in the background: what the two say of it differs for seconds.',
    compare: 'status',
    applies: ({ reading: { operation } }) =>
      operation.path.startsWith('/moderation/mail/'),
  },
];

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** Whether a UUID v7 was made after an instant: both databases hold the older ones. */
const isMadeSince = (id: string, instant: number) =>
  id[14] === '7' && Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) >= instant;

/**
 * Without what each face makes by itself: the instants of both, the ids and tokens that it has made since they were
 * parted, and the places in a list of such rows.
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
  // A batch of one is answered with a list of one.
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

/** What is left to compare of the answers to one request on both faces. */
export function comparisonOf(pair: Pair): 'all' | 'status' | 'nothing' {
  return exceptions.find(({ applies }) => applies(pair))?.compare ?? 'all';
}

/**
 * Where the faces disagree: in the status, in the output, in reason, message or issues of the error.
 * @param partedAt when their databases became two, in milliseconds since 1970
 */
export function disagreements(pair: Pair, trpc: Answer, partedAt: number): string[] {
  const { reading, rest } = pair;
  const compare = comparisonOf(pair);
  // A limit that is on may be reached between the two.
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
      `the faces differ in ${place}: tRPC answers ${trpc.body.toString('utf8').slice(0, 300)}`,
  );
}

import type { Answer } from '@namecard/testing';
import { z } from 'zod';
import { differences } from '../differences.ts';
import type { Call } from './calls.ts';

const Refusal = z.object({
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

type Outcome = { status: number; output?: unknown; refusal?: unknown };

const outcomeOfRest = ({ status, body }: Answer): Outcome =>
  status < 400 ? { status, output: body } : { status, refusal: Refusal.parse(body) };

function outcomeOfTrpc({ status, body }: Answer): Outcome {
  // A batch of one call gets a list of one answer.
  const parsed = TrpcAnswer.parse([body].flat()[0]);
  if ('result' in parsed) return { status, output: parsed.result.data };
  const { message, data } = parsed.error;
  return {
    status: data.httpStatus === status ? status : Number.NaN,
    refusal: Refusal.parse({ ...data, message }),
  };
}

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** Whether a UUID v7 was made after an instant: both databases have older ones. */
const isMadeSince = (id: string, instant: number) =>
  id[14] === '7' && Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) >= instant;

/** A UUID v4 on the desk: the database gives items one, each service its own. */
const isOfItem = (id: string, path: string) =>
  id[14] === '4' && path.startsWith('/moderation/desk/');

/** The value without what each service makes itself. */
function comparable(outcome: Outcome, path: string, partedAt: number): unknown {
  const text = JSON.stringify(outcome)
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'an instant')
    .replaceAll(/\bn[ck]_[\w-]{43}/g, 'a token')
    .replaceAll(/"eyJ[\w-]+\.[\w-]+\.[\w-]+"/g, '"a token"')
    .replaceAll(uuid, (id) =>
      isMadeSince(id, partedAt) || isOfItem(id, path) ? 'its own id' : id,
    );
  return JSON.parse(
    path.startsWith('/moderation/')
      ? text.replaceAll(/"(nextCursor|asOf|secret)":"[^"]*"/g, '"$1":"its own"')
      : text,
  );
}

/** Shows what a job did: mails, an act's pieces, deliveries of webhooks. */
const showsJobs =
  /^\/moderation\/(?:mail|invitations|acts|webhooks|firstSteps)|\/export$/;

/**
 * The output can't be compared: each service numbers its changes and runs its jobs at its
 * own time.
 */
const differsByTime = ({ operation, query }: Call) =>
  query['from'] === 'now' || showsJobs.test(operation.path);

/** What is too long for one face (414, 431) may be short enough for the other. */
const isTooLong = ({ path, input }: Call, rest: Answer) =>
  [414, 431].includes(rest.status) ||
  path.length > 8000 ||
  encodeURIComponent(JSON.stringify(input) ?? '').length > 8000;

/**
 * Differences in status, output, reason, message or issues.
 * @param partedAt when the databases were separated, in milliseconds since 1970
 */
export function disagreements(
  call: Call,
  rest: Answer,
  trpc: Answer,
  partedAt: number,
): string[] {
  // A limit may be reached between the two requests.
  if (isTooLong(call, rest) || rest.status === 429 || trpc.status === 429) return [];
  const shown = ({ output, ...outcome }: Outcome) =>
    comparable(
      differsByTime(call) ? outcome : { ...outcome, output },
      call.operation.path,
      partedAt,
    );
  return differences(shown(outcomeOfRest(rest)), shown(outcomeOfTrpc(trpc))).map(
    (place) =>
      `REST and tRPC differ in ${place}: tRPC answers ${JSON.stringify(trpc.body)}`,
  );
}

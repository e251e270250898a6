import { authorizationOf } from './actors.ts';
import { comparisonOf, disagreements } from './faces.ts';
import { checkAnswer } from './check-answer.ts';
import { readRequest, type Reader, type Reading } from './reading.ts';
import { targetOf, type FuzzRequest } from './request.ts';
import { send, type Answer, type Question } from './send.ts';
import type { Target } from './target.ts';
import { trpcCallOf } from './trpc-call.ts';

/** What a run works with. */
export type Setting = Reader & { target: Target };

/** One request, its result, and what is wrong with it. */
export type Trial = {
  reading: Reading;
  /** Undefined if an answer of REST or tRPC could not be read. */
  rest: Answer | undefined;
  isCompared: boolean;
  findings: string[];
};

async function askTrpc(setting: Setting, reading: Reading, rest: Answer) {
  const { target, procedures } = setting;
  const procedure = procedures.get(reading.operation.operationId);
  if (procedure === undefined) {
    return { isCompared: false, findings: ['there is no such procedure'] };
  }
  const call = trpcCallOf(reading, procedure);
  const pair = { reading, rest, call };
  const isCompared = comparisonOf(pair) !== 'nothing';
  if (!isCompared && rest.status >= 400) {
    return { isCompared, findings: [] };
  }
  const trpc = await send(target.trpc, signed(target, reading.request, call));
  return { isCompared, findings: disagreements(pair, trpc, target.partedAt) };
}

/** The question with the caller's token. */
function signed(
  { actors }: Target,
  { actor }: FuzzRequest,
  question: Question,
): Question {
  const authorization = authorizationOf(actors, actor);
  return authorization === undefined
    ? question
    : { ...question, headers: [...question.headers, ['authorization', authorization]] };
}

/**
 * Sends a request over REST and checks the answer. Repeats the request over tRPC
 * if the answers can be compared, or if REST carried it out.
 */
export async function tryRequest(setting: Setting, request: FuzzRequest): Promise<Trial> {
  const { document, validator, target } = setting;
  const operation = document.operations.find(
    (one) => one.operationId === request.operationId,
  );
  if (operation === undefined) {
    throw new Error(`The document has no operation ${request.operationId}`);
  }
  const reading = readRequest(request, operation, setting);
  const { method, headers, body } = request;
  const question = { method, target: targetOf(document.prefix, request), headers, body };
  try {
    const rest = await send(target.rest, signed(target, request, question));
    const checked = checkAnswer(rest, reading, validator);
    const { isCompared, findings } =
      rest.status >= 500
        ? { isCompared: false, findings: [] }
        : await askTrpc(setting, reading, rest);
    return { reading, rest, isCompared, findings: [...checked, ...findings] };
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return {
      reading,
      rest: undefined,
      isCompared: false,
      findings: [`no answer could be read: ${words}`],
    };
  }
}

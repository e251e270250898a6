import type { ContractDocument, Validator } from '../index.ts';
import { authorizationOf } from './actors.ts';
import { comparisonOf, disagreements } from './faces.ts';
import { checkAnswer } from './check-answer.ts';
import type { Procedure } from './procedures.ts';
import { readRequest, type Reading } from './reading.ts';
import { targetOf, type FuzzRequest } from './request.ts';
import { send, type Answer, type Question } from './send.ts';
import type { Target } from './target.ts';
import { trpcCallOf } from './trpc-call.ts';

/** What a run works with. */
export type Setting = {
  document: ContractDocument;
  validator: Validator;
  procedures: Map<string, Procedure>;
  target: Target;
};

/** One request, what came of it, and what is wrong with that. */
export type Trial = {
  reading: Reading;
  /** Undefined where none came. */
  rest: Answer | undefined;
  isCompared: boolean;
  findings: string[];
};

const repeatable = new Set(['GET', 'PATCH']);

/**
 * Whether tRPC can be asked what REST has just answered. Of twins, always: a call that one of them took and the other never
 * saw would make them differ. Of one service, only what may be done twice, and what was refused and so changed nothing.
 */
function isAskedTwice(
  { target }: Setting,
  { request }: Reading,
  { status }: Answer,
): boolean {
  return target.twins || status >= 400 || repeatable.has(request.method);
}

async function askTrpc(setting: Setting, reading: Reading, rest: Answer) {
  const { target, procedures } = setting;
  const procedure = procedures.get(reading.operation.operationId);
  if (procedure === undefined || !isAskedTwice(setting, reading, rest)) {
    return {
      isCompared: false,
      findings: procedure ? [] : ['there is no such procedure'],
    };
  }
  const call = trpcCallOf(reading, procedure);
  const pair = { reading, rest, call };
  const isCompared = comparisonOf(pair) !== 'nothing';
  if (!isCompared && rest.status >= 400) {
    return { isCompared, findings: [] };
  }
  const trpc = await send(target.trpc, signed(target, reading.request, call));
  return { isCompared, findings: disagreements(pair, trpc) };
}

/** The question with the token of whoever asks. */
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

/** Sends a request over REST, checks the answer, and asks tRPC the same. */
export async function tryRequest(setting: Setting, request: FuzzRequest): Promise<Trial> {
  const { document, validator, target } = setting;
  const operation = document.operations.find(
    (one) => one.operationId === request.operationId,
  );
  if (operation === undefined) {
    throw new Error(`The document has no operation ${request.operationId}`);
  }
  const reading = readRequest(request, operation, validator);
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

import type { Answer } from '@namecard/testing';
import fc from 'fast-check';
import type { ContractDocument, Operation } from '../document.ts';
import { metReason, type MetReason } from '../met-reasons.ts';
import { openValidator } from '../validator.ts';
import { askRest, askTrpc, callOf, type Call } from './calls.ts';
import { checkAnswer, reasonOf } from './check-answer.ts';
import { disagreements } from './compare.ts';
import { procedures, type Procedure } from './procedures.ts';
import type { Target } from './target.ts';
import { inputsOf } from './values.ts';

type Options = {
  document: ContractDocument;
  target: Target;
  runs: number;
  seed: number;
};

/** A fault, with the smallest call that shows it. */
type Problem = { what: string; request: string; answer: string };

type Report = {
  problems: Problem[];
  /** The number of answers by operation and status. */
  answers: Map<string, number>;
  /** The reasons that were met, by operation. */
  reasons: Set<MetReason>;
};

/** Different faults after which a run stops. */
const mostProblems = 15;

/** Headers that sign nobody in. Undefined means no header. */
const strangers = [
  undefined,
  'Bearer',
  'Basic b3duZXI6c2VjcmV0',
  'Bearer nc_short',
  `Bearer nc_${'A'.repeat(43)}`,
];

/** Calls that may end the caller's session. */
const mayEnd = /^auth\.(?:signOut|revoke)/;

const ofStaff = /^(?:moderation|audit|webhooks|changes)\./;

type Trial = { call: Call; caller: string | undefined };

function callersOf({ name }: Procedure, { lasting, spare }: Target) {
  const able = mayEnd.test(name) ? spare : [...lasting.values()];
  const allowed = ofStaff.test(name) ? 'admin' : 'owner';
  const usual = mayEnd.test(name)
    ? able
    : able.filter((one) => one === lasting.get(allowed));
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...usual) },
    { weight: 4, arbitrary: fc.constantFrom(...able) },
    { weight: 1, arbitrary: fc.constantFrom(...strangers) },
  );
}

function trialsOf(
  procedure: Procedure,
  operation: Operation,
  { document, target }: Options,
): fc.Arbitrary<Trial> {
  const { input, name } = procedure;
  const made = input ? inputsOf(input, target.hints) : fc.constant({});
  // Only a mailed code signs in.
  const inputs =
    name === 'auth.verifyCode'
      ? fc.oneof(made, fc.constantFrom(...target.hints.codes))
      : made;
  return fc
    .tuple(inputs, callersOf(procedure, target))
    .map(([values, caller]) => {
      const call = callOf(document, operation, procedure, values);
      return call && { call, caller };
    })
    .filter((trial) => trial !== undefined);
}

function allTrials(options: Options): fc.Arbitrary<Trial> {
  const byId = new Map(procedures.map((one) => [one.operationId, one]));
  const each = options.document.operations.map((operation) => {
    const procedure = byId.get(operation.operationId);
    if (!procedure) throw new Error(`No procedure is ${operation.operationId}`);
    return trialsOf(procedure, operation, options);
  });
  return fc.oneof(...each);
}

/** The kind of a fault, without its values. */
const kindOf = ({ what, request }: Problem) =>
  `${request.split(' ')[0]} ${what.replaceAll(/"[^"]*"|\d+/g, '').slice(0, 120)}`;

const shorten = (text: string) => (text.length > 900 ? `${text.slice(0, 900)}…` : text);

const shown = ({ call: { operation, path, body }, caller }: Trial) =>
  shorten(
    `${operation.operationId} ${operation.method} ${path} ${JSON.stringify(body) ?? ''} ${caller ?? 'without a token'}`,
  );

function count(report: Report, { operation }: Call, answer: Answer): void {
  const key = `${operation.operationId} ${answer.status}`;
  report.answers.set(key, (report.answers.get(key) ?? 0) + 1);
  const reason = reasonOf(answer);
  if (reason) report.reasons.add(metReason(operation, answer.status, reason));
}

/**
 * Sends calls that fast-check makes from the schemas of the procedures, over REST
 * and tRPC, and reports wrong answers. fast-check shrinks each fault. The services
 * keep their state, so a fault that depends on it may not shrink.
 */
export async function fuzz(options: Options): Promise<Report> {
  const { document, target, seed } = options;
  const validator = openValidator(document);
  const report: Report = { problems: [], answers: new Map(), reasons: new Set() };
  const signedIn = new Set(target.lasting.values());

  async function check(trial: Trial): Promise<Problem | undefined> {
    const { call, caller } = trial;
    const headers = { headers: caller === undefined ? {} : { authorization: caller } };
    const [rest, trpc] = await Promise.all([
      askRest(target.rest, call, headers),
      askTrpc(target.trpc, call, headers),
    ]);
    count(report, call, rest);
    const isEnded =
      reasonOf(rest) === 'TOKEN_INVALID' && call.operation.security.length > 0;
    const [what] = [
      ...checkAnswer(rest, call.operation, validator),
      ...(isEnded && signedIn.has(caller ?? '') ? ['a live token is refused'] : []),
      ...disagreements(call, rest, trpc, target.partedAt),
      ...target.takeFailures().map((line) => `the service logged ${line}`),
    ];
    if (what === undefined) return undefined;
    const answer = shorten(`${rest.status} ${JSON.stringify(rest.body)}`);
    return { what, request: shown(trial), answer };
  }

  const known = new Set<string>();
  let left = options.runs;
  while (left > 0 && report.problems.length < mostProblems) {
    let found: Problem | undefined;
    const property = fc.asyncProperty(allTrials(options), async (trial) => {
      const problem = await check(trial);
      const kind = problem && kindOf(problem);
      if (kind === undefined || known.has(kind)) return true;
      if (found && kindOf(found) !== kind) return true;
      found = problem;
      return false;
    });
    const { numRuns, errorInstance } = await fc.check(property, {
      seed: seed + left,
      numRuns: left,
    });
    if (errorInstance instanceof Error && found === undefined) throw errorInstance;
    left -= numRuns;
    if (found) {
      report.problems.push(found);
      known.add(kindOf(found));
    }
  }
  return report;
}

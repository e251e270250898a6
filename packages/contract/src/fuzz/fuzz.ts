import { openValidator, type ContractDocument } from '../index.ts';
import fc from 'fast-check';
import { checkStray, strayRequestsOf } from './addresses.ts';
import { proceduresByOperation } from './procedures.ts';
import { countTrial, emptyReport, type Problem, type Report } from './report.ts';
import { curlLine } from './request.ts';
import { requestsOfAll } from './requests.ts';
import type { Target } from './target.ts';
import { tryRequest, type Setting } from './trial.ts';

type Options = {
  document: ContractDocument;
  target: Target;
  /** Requests of operations. Stray paths and methods add a twentieth. */
  runs: number;
  seed: number;
};

/** Different faults after which a run stops. */
const mostProblems = 15;

/** The kind of a fault, without its values. */
const kindOf = ({ where, what }: Pick<Problem, 'where' | 'what'>) =>
  `${where} ${what.replaceAll(/"[^"]*"|\d+/g, '').slice(0, 120)}`;

type Check<Input> = (input: Input) => Promise<Problem | undefined>;

/**
 * Checks `runs` inputs. fast-check shrinks each fault, which is reported once.
 * After that the run ignores faults of the same kind. The services keep their
 * state, so a fault that depends on it may not shrink.
 */
async function search<Input>(
  report: Report,
  inputs: fc.Arbitrary<Input>,
  { runs, seed }: Pick<Options, 'runs' | 'seed'>,
  check: Check<Input>,
): Promise<void> {
  const known = new Set<string>();
  for (
    let left = runs, round = 0;
    left > 0 && report.problems.length < mostProblems;
    round++
  ) {
    let found: Problem | undefined;
    const property = fc.asyncProperty(inputs, async (input) => {
      const problem = await check(input);
      const kind = problem && kindOf(problem);
      if (kind === undefined || known.has(kind) || (found && kindOf(found) !== kind)) {
        return true;
      }
      found = problem;
      return false;
    });
    const { numRuns, errorInstance } = await fc.check(property, {
      seed: seed + round,
      numRuns: left,
    });
    if (errorInstance instanceof Error && found === undefined) {
      throw errorInstance;
    }
    left -= numRuns;
    if (found) {
      report.problems.push(found);
      known.add(kindOf(found));
    }
  }
}

const shorten = (text: string) => (text.length > 600 ? `${text.slice(0, 600)}…` : text);

function fuzzOperations(
  setting: Setting,
  report: Report,
  options: Options,
): Promise<void> {
  const { document, target } = setting;
  return search(report, requestsOfAll(document, target), options, async (request) => {
    const trial = await tryRequest(setting, request);
    countTrial(report, trial);
    const { findings, rest } = trial;
    const failures = target.takeFailures();
    const [what = failures[0] && 'the service logged a failure'] = findings;
    return what === undefined
      ? undefined
      : {
          what,
          where: request.operationId,
          curl: curlLine(target.rest, document.prefix, request),
          answer: shorten(
            `${rest?.status} ${rest?.body.toString('utf8')} ${failures.join(' ')}`,
          ),
        };
  });
}

function fuzzAddresses(
  setting: Setting,
  report: Report,
  options: Options,
): Promise<void> {
  const { document, target } = setting;
  const runs = Math.ceil(options.runs / 20);
  return search(
    report,
    strayRequestsOf(document),
    { ...options, runs },
    async (stray) => {
      report.requests += 1;
      const [what] = await checkStray(target.rest, setting, stray);
      const curl = `curl -sS --path-as-is -g -i -X ${stray.method} '${target.rest}${document.prefix}${stray.path}'`;
      return what === undefined
        ? undefined
        : { what, where: 'no operation', curl, answer: '' };
    },
  );
}

/** Sends `runs` requests made from the document and reports wrong answers. */
export async function fuzz(options: Options): Promise<Report> {
  const { document, target, seed } = options;
  const setting = {
    document,
    target,
    validator: openValidator(document),
    procedures: proceduresByOperation(),
  };
  const report = emptyReport(document, seed);
  const began = performance.now();
  await fuzzOperations(setting, report, options);
  await fuzzAddresses(setting, report, options);
  // Log lines may come after the answer.
  report.problems.push(
    ...target.takeFailures().map((answer) => ({
      what: 'the service logged a failure',
      where: 'the log',
      curl: '',
      answer: shorten(answer),
    })),
  );
  report.seconds = (performance.now() - began) / 1_000;
  return report;
}

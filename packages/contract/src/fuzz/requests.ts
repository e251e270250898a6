import type { ContractDocument, Operation } from '../index.ts';
import fc from 'fast-check';
import { strangers } from './actors.ts';
import { bodiesOf } from './bodies.ts';
import { headersOf } from './headers.ts';
import { pathTextsOf, queriesOf } from './parameters.ts';
import type { FuzzRequest } from './request.ts';
import type { Target } from './target.ts';

/** Calls that may end a session or an account need spare accounts. */
const mayEnd = ({ method, path, security }: Operation) =>
  security.length > 0 &&
  method !== 'GET' &&
  (path.startsWith('/auth/') || (path === '/users/me' && method === 'DELETE'));

function actorsFor(operation: Operation, { actors }: Target): fc.Arbitrary<string> {
  const ends = mayEnd(operation);
  const able = ends ? actors.spare : actors.lasting;
  const others = fc.constantFrom(...strangers.keys());
  if (able.size === 0) {
    return others;
  }
  const weight = operation.security.length === 0 ? 1 : 8;
  const owner = actors.lasting.has('owner') && !ends ? ['owner'] : [];
  return fc.oneof(
    { weight, arbitrary: fc.constantFrom(...able.keys()) },
    ...owner.map((name) => ({ weight, arbitrary: fc.constant(name) })),
    { weight: 2, arbitrary: others },
  );
}

const filled = (template: string, texts: Record<string, string>) =>
  template.replaceAll(/\{([^}]+)\}/g, (_whole, name: string) => texts[name] ?? '');

type Call = Pick<FuzzRequest, 'actor' | 'pathTexts'>;

/** Mostly the owner calls on their own things; sometimes anybody on anything. */
function callsOf(operation: Operation, target: Target): fc.Arbitrary<Call> {
  const any = fc.record(
    {
      actor: actorsFor(operation, target),
      pathTexts: pathTextsOf(operation, target.hints),
    },
    { noNullPrototype: true },
  );
  const parameter = operation.parameters.find((one) => one.in === 'path');
  const owned = target.hints.owned.flatMap(({ actor, username, id }): Call[] => {
    const text = parameter?.name === 'id' ? id : username;
    return parameter === undefined || text === undefined
      ? []
      : [{ actor, pathTexts: { [parameter.name]: text } }];
  });
  return owned.length === 0
    ? any
    : fc.oneof(
        { weight: 1, arbitrary: any },
        { weight: 2, arbitrary: fc.constantFrom(...owned) },
      );
}

/** Requests of one operation, right and wrong in each part. */
function requestsOf(operation: Operation, target: Target): fc.Arbitrary<FuzzRequest> {
  const { operationId, method, path } = operation;
  return fc
    .record(
      {
        call: callsOf(operation, target),
        query: queriesOf(operation, target.hints),
        headers: headersOf(operation),
        body: bodiesOf(operation, target.hints),
      },
      { noNullPrototype: true },
    )
    .map(({ call, ...parts }) => ({
      operationId,
      method,
      path: filled(path, call.pathTexts),
      ...call,
      ...parts,
    }));
}

/** Requests of all operations, equally often. */
export const requestsOfAll = ({ operations }: ContractDocument, target: Target) =>
  fc.oneof(...operations.map((operation) => requestsOf(operation, target)));

import type { AnyRouter } from '@trpc/server';
import { generateDocument, type GeneratedOperation } from './generated-document.ts';
import type { JsonObject } from './normalize-schema.ts';
import { readOperations, type Operation } from './operations.ts';
import { ProcedureError } from './procedure-error.ts';

export type RestOperation = Operation & { generated: GeneratedOperation };

type RestRouter = {
  operations: RestOperation[];
  /** The schemas that operations refer to, by component name. */
  schemas: JsonObject;
};

const alreadyRead = new WeakMap<AnyRouter, RestRouter>();

/**
 * Decides what is served and described, for `mountRouter` and `describeRouter`.
 * Throws for a procedure that can't be both, with its name. A router is read
 * once, in some 100 ms, for the routes and for several documents.
 */
export function readRouter(router: AnyRouter): RestRouter {
  const read = alreadyRead.get(router) ?? readAnew(router);
  alreadyRead.set(router, read);
  return read;
}

function readAnew(router: AnyRouter): RestRouter {
  const operations = readOperations(router);
  const { paths, schemas } = generateDocument(operations);
  const described = operations.map((operation) => {
    const generated = paths[operation.path]?.[operation.method.toLowerCase()];
    if (generated === undefined || !isSame(operation, generated)) {
      throw new ProcedureError(
        operation.name,
        'trpc-to-openapi and REST find different fields; use one z.object() as its input',
      );
    }
    return { ...operation, generated };
  });
  return { operations: described, schemas };
}

function isSame(operation: Operation, generated: GeneratedOperation): boolean {
  const { parameters = [], requestBody } = generated;
  const { properties } = requestBody?.content['application/json']?.schema ?? {};
  const parametersIn = (place: string) =>
    parameters.filter((one) => one.in === place).map(({ name }) => name);
  return (
    areSame(operation.pathFields, parametersIn('path')) &&
    areSame(operation.queryFields, parametersIn('query')) &&
    areSame(operation.bodyFields, Object.keys(properties ?? {}))
  );
}

function areSame(fields: { keys(): Iterable<string> }, names: string[]): boolean {
  return new Set(fields.keys()).symmetricDifference(new Set(names)).size === 0;
}

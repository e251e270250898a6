import type { AnyProcedure, AnyRouter } from '@trpc/server';
import { z } from 'zod';
import { requireBodyField, requireOutput } from './carried-by-json.ts';
import { inputFields, isInputOptional, isNothing } from './input-fields.ts';
import { parameterOf, type Parameter } from './parameter.ts';
import { ProcedureError } from './procedure-error.ts';
import { pathParameters, routePath } from './path-template.ts';

const openApiMeta = z.object({
  enabled: z.boolean().default(true),
  method: z.enum(['GET', 'POST', 'PATCH', 'PUT', 'DELETE']),
  path: z.string().startsWith('/'),
  protect: z.boolean().default(true),
  contentTypes: z
    .array(
      z.literal('application/json', {
        error: 'REST takes JSON alone; leave contentTypes out',
      }),
    )
    .optional(),
  errorResponses: z
    .union([z.array(z.number()), z.record(z.string(), z.string())])
    .default([])
    .transform(describedStatuses),
});

const restMeta = z.object({ conditional: z.boolean().default(false) });

const procedureMeta = z
  .object({
    openapi: openApiMeta.optional(),
    rest: restMeta.optional(),
    reasons: z.array(z.string()).default([]),
  })
  .optional();

type Schemas = Map<string, z.core.$ZodType>;

/** A procedure that REST serves, with the facts from its schemas and metadata. */
export type Operation = {
  /** The dotted path in the router, such as `users.updateMe`. */
  name: string;
  procedure: AnyProcedure;
  type: 'query' | 'mutation';
  method: z.infer<typeof openApiMeta>['method'];
  /** The template without the prefix, such as `/profiles/{username}`. */
  path: string;
  pathFields: Map<string, Parameter>;
  /** The other fields, if `takesBody` is false. */
  queryFields: Map<string, Parameter>;
  bodyFields: Set<string>;
  /** True for POST, PATCH and PUT, even without fields for a body. */
  takesBody: boolean;
  bodyRequired: boolean;
  /** Whether a request without parameters and body has no input at all. */
  isInputOptional: boolean;
  isProtected: boolean;
  /** Whether success has no value, which JSON writes as `null`. */
  answersNothing: boolean;
  /** `meta.rest.conditional` of a GET: clients can ask for changes only. */
  isConditional: boolean;
  /** Statuses that the procedure names, with its description if it gives one. */
  errorResponses: Map<number, string | undefined>;
  reasons: string[];
};

/**
 * Every procedure with enabled trpc-to-openapi metadata, in the router's order.
 * Throws for a procedure that could not be served as described, with its name.
 * Skips lazily loaded routers, as their metadata is not there.
 */
export function readOperations(router: AnyRouter): Operation[] {
  const { _def: definition } = router;
  const procedures: Record<string, unknown> = definition.procedures;
  const operations: Operation[] = [];
  const seen = new Set<string>();
  for (const [name, procedure] of Object.entries(procedures)) {
    const operation = readOperation(name, procedure);
    if (operation !== undefined) {
      rejectDuplicate(operation, seen);
      operations.push(operation);
    }
  }
  return operations;
}

function readOperation(name: string, procedure: unknown): Operation | undefined {
  try {
    if (!isProcedure(procedure)) {
      return undefined;
    }
    return operationOf(name, procedure);
  } catch (error) {
    throw new ProcedureError(name, messageOf(error));
  }
}

function operationOf(name: string, procedure: AnyProcedure): Operation | undefined {
  const { _def: definition } = procedure;
  const { type, inputs, meta } = definition;
  const { openapi, rest, reasons = [] } = procedureMeta.parse(meta) ?? {};
  if (openapi === undefined || !openapi.enabled) {
    return undefined;
  }
  if (type === 'subscription') {
    throw new TypeError('REST has no subscriptions');
  }
  const { method, path, protect, errorResponses } = openapi;
  const takesBody = method !== 'GET' && method !== 'DELETE';
  const { inPath, others } = divide(inputFields(inputs), pathParameters(path));
  const none: Schemas = new Map();
  const [inQuery, inBody] = takesBody ? [none, others] : [others, none];
  for (const [field, schema] of inBody) {
    requireBodyField(field, schema);
  }
  const optional = isInputOptional(inputs);
  const output = outputOf(definition);
  requireOutput(output);
  return {
    name,
    procedure,
    type,
    method,
    path,
    pathFields: parametersOf(inPath, 'path'),
    queryFields: parametersOf(inQuery, 'query'),
    bodyFields: new Set(inBody.keys()),
    takesBody,
    bodyRequired: inBody.size > 0 && !optional,
    isInputOptional: optional,
    isProtected: protect,
    answersNothing: isNothing(output),
    isConditional: method === 'GET' && rest?.conditional === true,
    errorResponses,
    reasons,
  };
}

function divide(fields: Schemas, names: string[]): { inPath: Schemas; others: Schemas } {
  const inPath: Schemas = new Map();
  const others = new Map(fields);
  for (const name of names) {
    const schema = fields.get(name);
    if (schema === undefined) {
      throw new TypeError(`its path names {${name}}, which its input does not have`);
    }
    inPath.set(name, schema);
    others.delete(name);
  }
  return { inPath, others };
}

function parametersOf(schemas: Schemas, place: 'path' | 'query'): Map<string, Parameter> {
  const parameters = new Map<string, Parameter>();
  for (const [name, schema] of schemas) {
    try {
      parameters.set(name, parameterOf(schema, place));
    } catch (error) {
      throw new TypeError(`its ${place} parameter ${name} ${messageOf(error)}`, {
        cause: error,
      });
    }
  }
  return parameters;
}

/** tRPC has the output's schema, but not in its types. */
function outputOf(definition: AnyProcedure['_def']): z.core.$ZodType {
  const output: unknown = Reflect.get(definition, 'output');
  if (!(output instanceof z.core.$ZodType)) {
    throw new TypeError('it has no output; use .output(), with z.void() for none');
  }
  return output;
}

export const takesInput = ({ pathFields, queryFields, bodyFields }: Operation) =>
  pathFields.size + queryFields.size + bodyFields.size > 0;

function rejectDuplicate({ name, method, path }: Operation, seen: Set<string>): void {
  const key = `${method} ${routePath(path)}`;
  if (seen.has(key)) {
    throw new ProcedureError(name, `another procedure already has ${method} ${path}`);
  }
  seen.add(key);
}

function describedStatuses(
  given: number[] | Record<string, string>,
): Map<number, string | undefined> {
  if (Array.isArray(given)) {
    return new Map(given.map((status) => [status, undefined]));
  }
  return new Map(
    Object.entries(given).map(([status, description]) => [Number(status), description]),
  );
}

function isProcedure(value: unknown): value is AnyProcedure {
  return typeof value === 'function' && '_def' in value;
}

function messageOf(error: unknown): string {
  if (error instanceof z.core.$ZodError) {
    return error.issues
      .map(({ path, message }) => `meta.${path.join('.')}: ${message}`)
      .join('; ');
  }
  return error instanceof Error ? error.message : String(error);
}

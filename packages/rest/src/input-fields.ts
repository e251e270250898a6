import { z } from 'zod';

type Schema = z.core.$ZodType;

/**
 * The fields of a procedure's input by name. The schemas are only read, since
 * they also serve tRPC. `z.void()` and `z.undefined()` have none. Throws if
 * another input is not an object, or if no call could fit all of them.
 */
export function inputFields(inputs: readonly unknown[]): Map<string, Schema> {
  if (inputs.some(isNothing) && !inputs.every(isNothing)) {
    throw new TypeError('no input fits z.void() beside another; leave out z.void()');
  }
  const fields = new Map<string, Schema>();
  for (const input of inputs) {
    for (const [name, schema] of Object.entries(shapeOf(input))) {
      fields.set(name, schema);
    }
  }
  return fields;
}

export function isInputOptional(inputs: readonly unknown[]): boolean {
  return inputs.every((input) => {
    if (!isSchema(input)) {
      return false;
    }
    const { _zod: internals } = input;
    return internals.optin === 'optional' || isNothing(input);
  });
}

/** zod doesn't call them optional, but nothing else fits them. */
export function isNothing(input: unknown): boolean {
  const schema = isSchema(input) ? unwrapped(input) : undefined;
  return schema instanceof z.core.$ZodVoid || schema instanceof z.core.$ZodUndefined;
}

/**
 * The schema inside wrappers such as optional, default, nullable, readonly and
 * lazy. Of a pipe, its start.
 */
export function unwrapped(schema: Schema): Schema {
  const inner = innerOf(schema);
  if (inner === undefined) {
    return schema;
  }
  return unwrapped(inner);
}

function innerOf(schema: Schema): Schema | undefined {
  if (
    schema instanceof z.core.$ZodOptional ||
    schema instanceof z.core.$ZodNonOptional ||
    schema instanceof z.core.$ZodNullable ||
    schema instanceof z.core.$ZodDefault ||
    schema instanceof z.core.$ZodPrefault ||
    schema instanceof z.core.$ZodCatch ||
    schema instanceof z.core.$ZodReadonly
  ) {
    const { _zod: internals } = schema;
    return internals.def.innerType;
  }
  if (schema instanceof z.core.$ZodLazy) {
    return definitionOf(schema).getter();
  }
  if (schema instanceof z.core.$ZodPipe) {
    return definitionOf(schema).in;
  }
  return undefined;
}

function shapeOf(input: unknown): Readonly<Record<string, Schema>> {
  const schema = isSchema(input) ? unwrapped(input) : undefined;
  if (schema instanceof z.core.$ZodObject) {
    return definitionOf(schema).shape;
  }
  if (isNothing(schema)) {
    return {};
  }
  throw new TypeError('its input must be a zod object, or z.void()');
}

/** The schema's definition, in the place that zod documents for libraries. */
export function definitionOf<Definition>({
  _zod: { def },
}: {
  _zod: { def: Definition };
}): Definition {
  return def;
}

function isSchema(value: unknown): value is Schema {
  return value instanceof z.core.$ZodType;
}

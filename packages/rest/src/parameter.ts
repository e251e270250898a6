import { z } from 'zod';
import { definitionOf, unwrapped } from './input-fields.ts';

export type Parameter = {
  /** Turns text of the request into a value for the schema. */
  convert: (text: string) => unknown;
  /** A repeated parameter gives an array. */
  isList: boolean;
};

const booleans = new Map([
  ['true', true],
  ['false', false],
]);

const decimal = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

const scalars = 'z.string(), z.int(), z.number(), z.boolean() or z.enum()';

/** Replacements for schemas that no text fits, by zod's kind. */
const alternatives = new Map([
  ['date', 'z.iso.datetime()'],
  ['bigint', 'z.int(), or z.string() for larger numbers'],
  ['union', 'z.enum(), or a parameter for each of its schemas'],
  ['literal', 'z.enum()'],
  ['enum', 'z.enum() of strings'],
  ['array', `one of ${scalars}, or a query parameter with an array of them`],
  ['tuple', 'a query parameter with z.array(), or a parameter for each element'],
  ['set', 'a query parameter with z.array()'],
  ['object', 'a parameter for each of its fields, or POST with a body'],
  ['record', 'POST with a body'],
  ['map', 'POST with a body and z.record()'],
]);

/**
 * Reads a parameter of this schema. Text stays text if it is not the plain
 * decimal number or the `true` or `false` that the schema asks for. The schema
 * then rejects it by its own rules. Throws for a schema that no text fits, or
 * that the document can't describe.
 */
export function parameterOf(schema: z.core.$ZodType, place: 'path' | 'query'): Parameter {
  const plain = unwrapped(schema);
  if (plain instanceof z.core.$ZodArray && place === 'query') {
    const { element } = definitionOf(plain);
    return { convert: converterFor(unwrapped(element)), isList: true };
  }
  return { convert: converterFor(plain), isList: false };
}

function converterFor(plain: z.core.$ZodType): Parameter['convert'] {
  const def = definitionOf(plain);
  if ('coerce' in def && def.coerce && !alternatives.has(def.type)) {
    throw new TypeError(`is z.coerce.${def.type}(); use z.${def.type}()`);
  }
  if (plain instanceof z.core.$ZodNumber) {
    return (text) => (decimal.test(text) ? Number(text) : text);
  }
  if (plain instanceof z.core.$ZodBoolean) {
    return (text) => booleans.get(text) ?? text;
  }
  if (plain instanceof z.core.$ZodString || isOfStrings(plain)) {
    return (text) => text;
  }
  throw new TypeError(
    `is of type ${def.type}; use ${alternatives.get(def.type) ?? scalars}`,
  );
}

function isOfStrings(plain: z.core.$ZodType): boolean {
  if (plain instanceof z.core.$ZodEnum) {
    return Object.values(definitionOf(plain).entries).every(
      (one) => typeof one === 'string',
    );
  }
  // trpc-to-openapi can't describe a literal with several values.
  if (plain instanceof z.core.$ZodLiteral) {
    const { values } = definitionOf(plain);
    return values.length === 1 && typeof values[0] === 'string';
  }
  return false;
}

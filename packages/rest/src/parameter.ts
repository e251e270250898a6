import { z } from 'zod';
import { unwrapped } from './input-fields.ts';

/** Turns the text of a path or query parameter into what the schema compares with. */
export type Converter = (text: string) => unknown;

const booleans = new Map([
  ['true', true],
  ['false', false],
]);

const decimal = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/**
 * The converter for a parameter of this schema. Text that is not the plain decimal
 * number or the `true`/`false` that the schema asks for stays text, which the schema
 * then rejects by its own rules. The schema is read, never changed.
 */
export function converterFor(schema: z.core.$ZodType): Converter {
  const plain = unwrapped(schema);
  if (plain instanceof z.core.$ZodNumber) {
    return (text) => (decimal.test(text) ? Number(text) : text);
  }
  if (plain instanceof z.core.$ZodBoolean) {
    return (text) => booleans.get(text) ?? text;
  }
  return (text) => text;
}

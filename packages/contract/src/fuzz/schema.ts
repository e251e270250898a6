import type { Json } from '../index.ts';
import { z } from 'zod';

const Schema = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.json()).optional(),
  default: z.json().optional(),
  examples: z.array(z.json()).optional(),
  description: z.string().optional(),
  anyOf: z.array(z.json()).optional(),
  properties: z.record(z.string(), z.json()).optional(),
  required: z.array(z.string()).default([]),
  additionalProperties: z.json().optional(),
  items: z.json().optional(),
  minItems: z.number().default(0),
  maxItems: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().default(0),
  maxLength: z.number().optional(),
  pattern: z.string().optional(),
  format: z.string().optional(),
});

/** The keywords of JSON Schema in our requests. */
export type Schema = z.infer<typeof Schema>;

/** Reads a schema. Throws for a reference, which our requests never have. */
export function readSchema(json: Json): Schema {
  return z.looseObject({ $ref: z.undefined().optional() }).pipe(Schema).parse(json);
}

/** The allowed types. The alternatives of `anyOf` have their own. */
export const typesOf = ({ type = [] }: Schema) => [type].flat();

import type { z } from 'zod';

type Schema = z.core.JSONSchema._JSONSchema;

const words = new Map([
  ['boolean', 'boolean'],
  ['integer', 'number'],
  ['null', 'null'],
  ['number', 'number'],
  ['string', 'string'],
]);

/** A comment for editors, or nothing. */
export const comment = (text: string | undefined): string =>
  text === undefined ? '' : `/** ${text.replaceAll('*/', '* /')} */\n`;

const union = (texts: readonly string[]): string => [...new Set(texts)].join(' | ');

function printObject(schema: z.core.JSONSchema.JSONSchema): string {
  const { properties = {}, required = [], additionalProperties = false } = schema;
  const fields = Object.entries(properties).map(([name, field]) => {
    const about = typeof field === 'boolean' ? undefined : field.description;
    const type = printSchema(field);
    return required.includes(name)
      ? `${comment(about)}${name}: ${type}`
      : `${comment(about)}${name}?: ${type} | undefined`;
  });
  const others =
    additionalProperties === false
      ? []
      : [`[key: string]: ${printSchema(additionalProperties)}`];
  return `{ ${[...others, ...fields].join('; ')} }`;
}

/**
 * Prints a JSON schema as a type, with its descriptions as comments. Throws for
 * what zod does not write for the schemas of the service.
 */
export function printSchema(schema: Schema): string {
  if (typeof schema === 'boolean') {
    return 'unknown';
  }
  const { $ref, anyOf, oneOf, items, type } = schema;
  if ($ref !== undefined) {
    return $ref.replace('#/$defs/', '');
  }
  const values = schema.const === undefined ? schema.enum : [schema.const];
  if (values) {
    return union(values.map((value) => JSON.stringify(value)));
  }
  const choices = anyOf ?? oneOf;
  if (choices) {
    return union(choices.map(printSchema));
  }
  if (type === undefined) {
    return 'unknown';
  }
  return union(
    [type].flat().map((kind) => {
      if (kind === 'object') {
        return printObject(schema);
      }
      if (kind === 'array' && items !== undefined && !Array.isArray(items)) {
        return `Array<${printSchema(items)}>`;
      }
      const word = words.get(kind);
      if (word === undefined) {
        throw new TypeError(`No type is known for ${JSON.stringify(schema)}`);
      }
      return word;
    }),
  );
}

import { type Json, type JsonObject, isObject } from './normalize-schema.ts';

/** Formats for which one example fits every field. */
const ofFormat = new Map<Json | undefined, Json>([
  ['date-time', '2026-01-31T12:00:00.000Z'],
  ['date', '2026-01-31'],
  ['uuid', '019c13d2-7c00-7000-8000-0242ac120002'],
]);

const elementsOf = (list: Json | undefined): Json[] => (Array.isArray(list) ? list : []);

const isNull = (schema: Json) => isObject(schema) && schema['type'] === 'null';

/**
 * Takes the schema's `const`, first example or first `enum` value, or builds an
 * example from its parts. Undefined if a required part has none.
 * @param components by the names in `$ref`
 */
export function exampleOf(
  schema: Json | undefined,
  components: JsonObject,
): Json | undefined {
  if (!isObject(schema)) {
    return undefined;
  }
  const {
    $ref,
    examples,
    const: only,
    enum: values,
    anyOf,
    oneOf,
    type,
    format,
  } = schema;
  if (typeof $ref === 'string') {
    return exampleOf(components[$ref.slice($ref.lastIndexOf('/') + 1)], components);
  }
  const [given] = [examples, values].flatMap(elementsOf);
  if (given !== undefined || only !== undefined) {
    return only ?? given;
  }
  const choices = [anyOf, oneOf].flatMap(elementsOf);
  if (choices.length > 0) {
    const choice = choices.find((one) => !isNull(one)) ?? null;
    return exampleOf(choice, components);
  }
  switch (type) {
    case 'object':
      return objectOf(schema, components);
    case 'array': {
      const item = exampleOf(schema['items'], components);
      return item === undefined ? undefined : [item];
    }
    case 'boolean':
      return false;
    case 'null':
      return null;
    default:
      return ofFormat.get(format);
  }
}

function objectOf(
  { properties, required }: JsonObject,
  components: JsonObject,
): Json | undefined {
  const examples: JsonObject = {};
  if (!isObject(properties)) {
    return examples;
  }
  for (const [name, schema] of Object.entries(properties)) {
    const example = exampleOf(schema, components);
    if (example !== undefined) {
      examples[name] = example;
    } else if (Array.isArray(required) && required.includes(name)) {
      return undefined;
    }
  }
  return examples;
}

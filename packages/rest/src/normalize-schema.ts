export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

/** Says of any JSON value what an empty schema leaves unsaid. */
const anyValue: JsonObject = {
  type: ['array', 'boolean', 'null', 'number', 'object', 'string'],
  // Some linters want them said, and an empty schema would be another one that says nothing.
  items: { description: 'Any value.' },
};

const holdsSchema = new Set([
  'additionalProperties',
  'contains',
  'items',
  'not',
  'propertyNames',
]);
const holdsSchemas = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const holdsNamedSchemas = new Set(['$defs', 'patternProperties', 'properties']);

/** Formats that make zod's regular expressions of 150 to 300 characters superfluous. */
const clearFormats = new Set<Json | undefined>(['date-time', 'uuid']);

/** A JSON Schema that says the same, but is not empty anywhere and as short as it can be. */
export function normalizeSchema(schema: Json): Json {
  if (!isObject(schema)) {
    return schema;
  }
  if (Object.keys(schema).length === 0) {
    return anyValue;
  }
  const entries = Object.entries(schema)
    .filter(([keyword]) => keyword !== 'pattern' || !clearFormats.has(schema['format']))
    .map(([keyword, value]) => [keyword, normalizeKeyword(keyword, value)]);
  return Object.fromEntries(entries);
}

function normalizeKeyword(keyword: string, value: Json): Json {
  if (holdsSchema.has(keyword)) {
    return normalizeSchema(value);
  }
  if (holdsSchemas.has(keyword) && Array.isArray(value)) {
    return value.map(normalizeSchema);
  }
  if (holdsNamedSchemas.has(keyword) && isObject(value)) {
    return normalizeEach(value);
  }
  return value;
}

/** `normalizeSchema` for every schema of a map of them. */
export function normalizeEach(schemas: JsonObject): JsonObject {
  const normalized = Object.entries(schemas).map(([name, schema]) => [
    name,
    normalizeSchema(schema),
  ]);
  return Object.fromEntries(normalized);
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

/** An empty schema, written out. */
const anyValue: JsonObject = {
  type: ['array', 'boolean', 'null', 'number', 'object', 'string'],
  // Some linters demand `items`. An empty schema here would need the same.
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

/** These formats replace zod's regular expressions of 150 to 300 characters. */
const clearFormats = new Set<Json | undefined>(['date-time', 'uuid']);

/** Writes empty schemas out and drops superfluous patterns. */
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

function normalizeEach(schemas: JsonObject): JsonObject {
  const normalized = Object.entries(schemas).map(([name, schema]) => [
    name,
    normalizeSchema(schema),
  ]);
  return Object.fromEntries(normalized);
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export type Json = null | boolean | number | string | Json[] | JsonObject;
export type JsonObject = { [key: string]: Json };

/** Says of any JSON value what an empty schema leaves unsaid. */
const anyValue: JsonObject = { type: ['array', 'boolean', 'null', 'number', 'object', 'string'] };

const holdsSchema = new Set(['additionalProperties', 'contains', 'items', 'not', 'propertyNames']);
const holdsSchemas = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const holdsNamedSchemas = new Set(['$defs', 'patternProperties', 'properties']);

/** Formats that say all that zod's regular expressions of 150 to 300 characters do. */
const tellingFormats = new Set<Json | undefined>(['date-time', 'uuid']);

/** A JSON Schema that says the same, but is not empty anywhere and as short as it can be. */
export function tidySchema(schema: Json): Json {
  if (!isObject(schema)) {
    return schema;
  }
  if (Object.keys(schema).length === 0) {
    return anyValue;
  }
  const entries = Object.entries(schema)
    .filter(([keyword]) => keyword !== 'pattern' || !tellingFormats.has(schema['format']))
    .map(([keyword, value]) => [keyword, tidyKeyword(keyword, value)]);
  return Object.fromEntries(entries);
}

function tidyKeyword(keyword: string, value: Json): Json {
  if (holdsSchema.has(keyword)) {
    return tidySchema(value);
  }
  if (holdsSchemas.has(keyword) && Array.isArray(value)) {
    return value.map(tidySchema);
  }
  return holdsNamedSchemas.has(keyword) && isObject(value) ? tidyEach(value) : value;
}

/** `tidySchema` for every schema of a map of them. */
export function tidyEach(schemas: JsonObject): JsonObject {
  const tidied = Object.entries(schemas).map(([name, schema]) => [name, tidySchema(schema)]);
  return Object.fromEntries(tidied);
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import type { Json, Operation } from '../index.ts';
import { readSchema, typesOf, type Schema } from '../fuzz/schema.ts';
import type { Twin } from './twin.ts';

/**
 * How much to fill in: required fields, also those the twin has, all, or all with
 * null where allowed.
 */
export type Amount = 'least' | 'known' | 'most' | 'nulls';

/** A request without a token. */
export type Filled = { method: string; path: string; json?: Json };

type Filling = { twin: Twin; amount: Amount };

type Field = { name: string; schema: Json; isRequired: boolean };

const isNullable = ({ anyOf = [] }: Schema) =>
  anyOf.some((one) => typesOf(readSchema(one)).includes('null'));

/** Undefined if neither the twin nor the schema has a value. */
async function valueOf(
  json: Json,
  name: string,
  filling: Filling,
): Promise<Json | undefined> {
  const schema = readSchema(json);
  const { description = '', examples, anyOf, properties, items } = schema;
  if (filling.amount === 'nulls' && isNullable(schema)) return null;
  const { subjects } = filling.twin;
  const subject = subjects.get(description) ?? subjects.get(name);
  if (subject) return subject();
  if (examples) return examples[0];
  if (schema.enum) return schema.enum[0];
  if (anyOf?.[0] !== undefined) return valueOf(anyOf[0], name, filling);
  if (properties) return objectOf(schema, filling);
  if (items !== undefined) {
    const item = await valueOf(items, name, filling);
    return item === undefined ? undefined : [item];
  }
  if (typesOf(schema).includes('boolean')) return true;
  return schema.default ?? schema.minimum;
}

function isGiven(name: string, { twin, amount }: Filling): boolean {
  if (amount === 'known') return twin.subjects.has(name);
  return amount !== 'least';
}

/**
 * Throws if a required field has no value. Then its schema needs an example, or
 * the twin a subject.
 */
async function valuesOf(
  fields: readonly Field[],
  filling: Filling,
): Promise<Record<string, Json>> {
  const values: Record<string, Json> = {};
  for (const { name, schema, isRequired } of fields) {
    if (!isRequired && !isGiven(name, filling)) continue;
    const value = await valueOf(schema, name, filling);
    if (value !== undefined) values[name] = value;
    else if (isRequired) throw new Error(`There is no value for ${name}.`);
  }
  return values;
}

const objectOf = async ({ properties = {}, required }: Schema, filling: Filling) =>
  valuesOf(
    Object.entries(properties).map(([name, schema]) => ({
      name,
      schema,
      isRequired: required.includes(name),
    })),
    filling,
  );

const asText = (value: Json | undefined) =>
  encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value));

/** A valid request. With `most` it also has an unknown field. */
export async function fill(
  operation: Operation,
  twin: Twin,
  amount: Amount,
): Promise<Filled> {
  const filling = { twin, amount };
  const given = async (place: 'path' | 'query') =>
    valuesOf(
      operation.parameters
        .filter((parameter) => parameter.in === place)
        .map(({ required, ...parameter }) => ({ ...parameter, isRequired: required })),
      filling,
    );
  const inPath = await given('path');
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    asText(inPath[name]),
  );
  const unknown = amount === 'most' ? { unknown: 'x' } : {};
  const query = Object.entries({ ...(await given('query')), ...unknown }).map(
    ([name, value]) => `${name}=${asText(value)}`,
  );
  const { method, requestBody } = operation;
  const schema = requestBody?.content['application/json']?.schema;
  const body = schema === undefined ? {} : await objectOf(readSchema(schema), filling);
  return {
    method,
    path: query.length > 0 ? `${path}?${query.join('&')}` : path,
    // The plugin needs a body for every POST. The facade needs it only for data.
    ...(['POST', 'PATCH', 'PUT'].includes(method) && { json: { ...body, ...unknown } }),
  };
}

import fc from 'fast-check';
import { z } from 'zod';
import { likelyValues, oddTexts, type Hints } from './likely-values.ts';

type Schema = z.core.JSONSchema.BaseSchema;

type Any = fc.Arbitrary<unknown>;

const schemaOf = (json: z.core.JSONSchema._JSONSchema | undefined): Schema =>
  typeof json === 'object' ? json : {};

const filler = fc.constantFrom('x', 'é', '\u{1F4A9}');

/** Lengths count code points. */
const ofLength = (length: number) => filler.map((character) => character.repeat(length));

// Made once: fast-check prepares each for a tenth of a second.
const plainTexts = fc.oneof(
  fc.constantFrom(...oddTexts),
  fc.string({ maxLength: 24 }),
  fc.string({ unit: 'binary', maxLength: 16 }),
);
const byPattern = new Map<string, fc.Arbitrary<string>>();

function textsLike(pattern: string): fc.Arbitrary<string> {
  const known = byPattern.get(pattern) ?? fc.stringMatching(new RegExp(pattern));
  byPattern.set(pattern, known);
  return known;
}

function texts({ pattern, minLength = 0, maxLength }: Schema): fc.Arbitrary<string> {
  const bounds =
    maxLength === undefined
      ? []
      : [minLength, maxLength, maxLength + 1].map((length) => ofLength(length));
  const matching = pattern === undefined ? [] : [textsLike(pattern)];
  return fc.oneof({ weight: 3, arbitrary: plainTexts }, ...bounds, ...matching);
}

function numbers({ type, minimum = -1000, maximum = 1000 }: Schema): Any {
  const inside =
    type === 'integer'
      ? fc.integer({ min: minimum, max: Math.min(maximum, 200) })
      : fc.double({ min: minimum, max: maximum, noNaN: true });
  return fc.oneof(inside, fc.constantFrom(minimum, maximum));
}

function objects({ properties = {}, required = [] }: Schema, hints: Hints): Any {
  const fields = Object.entries(properties).map(([name, schema]) => [
    name,
    fitting(schemaOf(schema), hints, name),
  ]);
  const record: Record<string, Any> = Object.fromEntries(fields);
  return fc.record(record, { requiredKeys: required, noNullPrototype: true });
}

function ofType(schema: Schema, hints: Hints): Any {
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return numbers(schema);
    case 'array': {
      const { items, minItems = 0, maxItems = 3 } = schema;
      const item = Array.isArray(items) ? items[0] : items;
      return fc.array(fitting(schemaOf(item), hints), {
        minLength: minItems,
        maxLength: Math.min(maxItems, 3),
      });
    }
    case 'object':
      return objects(schema, hints);
    default:
      return texts(schema);
  }
}

/** Values that mostly fit the schema. */
function fitting(schema: Schema, hints: Hints, name = ''): Any {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const { anyOf = [] } = schema;
  if (anyOf.length > 0) {
    return fc.oneof(...anyOf.map((one) => fitting(schemaOf(one), hints, name)));
  }
  const likely = schema.type === 'string' ? likelyValues(name, hints) : undefined;
  const plain = ofType(schema, hints);
  if (likely === undefined) return plain;
  return fc.oneof({ weight: 4, arbitrary: likely }, { weight: 1, arbitrary: plain });
}

const ofAnyType = fc.constantFrom<unknown>(
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  '',
  '5',
  'true',
  '\u0000',
  '\ud800',
  [],
  [null],
  {},
  { $ne: null },
  { toString: 'x' },
);

type Input = Record<string, unknown>;

/** The input with one field missing, of another type, or unknown. */
function broken(input: fc.Arbitrary<Input>, names: string[]): fc.Arbitrary<Input> {
  const name = fc.constantFrom(...names, '__proto__', 'constructor', 'unknown');
  return fc.tuple(input, name, fc.option(ofAnyType)).map(([whole, field, value]) => {
    const others = Object.entries(whole).filter(([key]) => key !== field);
    return Object.fromEntries(value === null ? others : [...others, [field, value]]);
  });
}

const isObject = (value: unknown): value is Input =>
  typeof value === 'object' && value !== null;

/** Inputs of a procedure: two in three mostly fit its schema. */
export function inputsOf(input: z.ZodType, hints: Hints): fc.Arbitrary<Input> {
  const schema = schemaOf(z.toJSONSchema(input, { io: 'input' }));
  const whole = objects(schema, hints).filter(isObject);
  return fc.oneof(
    { weight: 2, arbitrary: whole },
    { weight: 1, arbitrary: broken(whole, Object.keys(schema.properties ?? {})) },
  );
}

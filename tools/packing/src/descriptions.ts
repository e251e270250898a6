import { appRouter } from '@namecard/router';
import { z } from 'zod';

const Procedures = z.record(
  z.string(),
  z
    .custom<{ _def: unknown }>((value) => typeof value === 'function')
    .transform(({ _def }) => _def)
    .pipe(
      z.object({
        meta: z.object({
          openapi: z.object({ summary: z.string(), description: z.string().optional() }),
        }),
        inputs: z.array(z.instanceof(z.ZodType)),
        output: z.instanceof(z.ZodType),
      }),
    ),
);

type Node = { [key: string]: unknown };

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** All objects and lists in a JSON value, itself included. */
function* within(value: unknown): Generator<Node> {
  if (isNode(value)) yield value;
  if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) yield* within(inner);
  }
}

const keyOf = (names: readonly string[]): string => names.toSorted().join(' ');

export type Descriptions = {
  /** What a procedure does, by its full name. */
  procedure: (path: string) => string | undefined;
  /** By the names of all fields beside it. Undefined if two objects differ. */
  field: (names: readonly string[], name: string) => string | undefined;
};

/** The router's descriptions of procedures and of fields. */
export function readDescriptions(): Descriptions {
  const procedures = Procedures.parse(appRouter._def.procedures);
  const said = new Map<string, Set<string>>();
  for (const { inputs, output } of Object.values(procedures)) {
    const schemas = [
      ...inputs.map((input) =>
        z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }),
      ),
      z.toJSONSchema(output, { unrepresentable: 'any' }),
    ];
    for (const { properties } of schemas.flatMap((schema) => [...within(schema)])) {
      if (!isNode(properties)) continue;
      const fields = keyOf(Object.keys(properties));
      for (const [name, field] of Object.entries(properties)) {
        const description = isNode(field) ? field['description'] : undefined;
        const key = `${fields}: ${name}`;
        const known = said.get(key) ?? new Set();
        said.set(key, known.add(typeof description === 'string' ? description : ''));
      }
    }
  }
  return {
    procedure: (path) => {
      const openapi = procedures[path]?.meta.openapi;
      return openapi && [`${openapi.summary}.`, openapi.description].join(' ').trim();
    },
    field: (names, name) => {
      const [only, ...others] = said.get(`${keyOf(names)}: ${name}`) ?? [];
      return others.length === 0 && only !== '' ? only : undefined;
    },
  };
}

/** A comment for editors, or nothing. */
export const comment = (text: string | undefined): string =>
  text === undefined ? '' : `/** ${text.replaceAll('*/', '* /')} */\n`;

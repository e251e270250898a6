import { z } from 'zod';
import { definitionOf } from './input-fields.ts';

type Kinds = ReadonlyMap<string, string>;

/** Schemas that no parsed JSON fits, and their replacements. */
const inBodies: Kinds = new Map([
  ['date', 'z.iso.datetime()'],
  ['bigint', 'z.string()'],
  ['map', 'z.record()'],
  ['set', 'z.array()'],
  ['file', 'z.base64()'],
  ['nan', 'z.number().nullable()'],
]);

/** JSON can't write these values, or writes `{}`. It can write a date. */
const inAnswers: Kinds = new Map([...inBodies].filter(([kind]) => kind !== 'date'));

export function requireBodyField(name: string, schema: z.core.$ZodType): void {
  requireNone(schema, inBodies, { io: 'input', where: `its field ${name}` });
}

export function requireOutput(schema: z.core.$ZodType): void {
  requireNone(schema, inAnswers, { io: 'output', where: 'its output' });
}

function requireNone(
  schema: z.core.$ZodType,
  kinds: Kinds,
  { io, where }: { io: 'input' | 'output'; where: string },
): void {
  z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema }) => {
      const def = definitionOf<z.core.$ZodTypeDef>(zodSchema);
      const instead = kinds.get(def.type);
      const isCoerced = 'coerce' in def && def.coerce;
      if (instead !== undefined && !(isCoerced && io === 'input')) {
        throw new TypeError(
          `${where} holds a ${def.type}, unknown to JSON; use ${instead}`,
        );
      }
    },
  });
}

import { appRouter } from '@namecard/router';
import { z } from 'zod';

export type Procedure = {
  /** As in `users.updateMe`. */
  name: string;
  type: 'query' | 'mutation';
  /** Undefined if it has no input. */
  input: z.ZodType | undefined;
};

const Definition = z.object({
  type: z.enum(['query', 'mutation']),
  meta: z.object({ openapi: z.object({ operationId: z.string() }) }),
  inputs: z.array(z.instanceof(z.ZodType)),
});

const inputOf = ([first]: z.ZodType[]) =>
  first instanceof z.ZodVoid ? undefined : first;

function checksOf({ def }: z.ZodType): readonly { _zod: { def: { check: string } } }[] {
  return def.checks ?? [];
}

/** The schemas inside a schema. */
function partsOf(schema: z.ZodType): readonly unknown[] {
  if (schema instanceof z.ZodObject) return Object.values(schema.shape);
  if (schema instanceof z.ZodArray) return [schema.element];
  if (schema instanceof z.ZodPipe) return [schema.in];
  if (schema instanceof z.ZodUnion) return schema.options;
  const isWrapper =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault;
  return isWrapper ? [schema.unwrap()] : [];
}

/**
 * Whether the schema has a check across fields or items, which JSON Schema can't
 * express.
 */
export function relatesValues(schema: unknown): boolean {
  if (!(schema instanceof z.ZodType)) return false;
  const holdsSeveral = schema instanceof z.ZodObject || schema instanceof z.ZodArray;
  const isChecked = checksOf(schema).some(({ _zod }) => _zod.def.check === 'custom');
  return (holdsSeveral && isChecked) || partsOf(schema).some(relatesValues);
}

/** Procedures that REST has too, by operation id. */
export function proceduresByOperation(): Map<string, Procedure> {
  const all: Record<string, unknown> = appRouter._def.procedures;
  const found = Object.entries(all).flatMap(
    ([name, procedure]): [string, Procedure][] => {
      const definition: unknown =
        typeof procedure === 'function' ? Reflect.get(procedure, '_def') : undefined;
      const { data } = Definition.safeParse(definition);
      return data === undefined
        ? []
        : [
            [
              data.meta.openapi.operationId,
              { name, type: data.type, input: inputOf(data.inputs) },
            ],
          ];
    },
  );
  return new Map(found);
}

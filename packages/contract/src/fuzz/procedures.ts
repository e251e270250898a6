import { appRouter } from '@namecard/router';
import { z } from 'zod';

export type Procedure = {
  /** As in `users.updateMe`. */
  name: string;
  type: 'query' | 'mutation';
  /** The schema of its input; undefined where it takes none. */
  input: z.ZodType | undefined;
};

const Definition = z.object({
  type: z.enum(['query', 'mutation']),
  meta: z.object({ openapi: z.object({ operationId: z.string() }) }),
  inputs: z.array(z.instanceof(z.ZodType)),
});

const inputOf = ([first]: z.ZodType[]) =>
  first instanceof z.ZodVoid ? undefined : first;

/** The procedures that are REST's too, by operation id. */
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

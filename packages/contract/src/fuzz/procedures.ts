import { appRouter } from '@namecard/router';
import { z } from 'zod';

/** A procedure that REST has too. */
export type Procedure = {
  /** As in `users.updateMe`. */
  name: string;
  operationId: string;
  type: 'query' | 'mutation';
  /** Undefined if it has no input. */
  input: z.ZodType | undefined;
};

const Definition = z.object({
  type: z.enum(['query', 'mutation']),
  meta: z.object({ openapi: z.object({ operationId: z.string() }) }),
  inputs: z.array(z.instanceof(z.ZodType)),
});

const definitionOf = (procedure: unknown): unknown =>
  typeof procedure === 'function' ? Reflect.get(procedure, '_def') : undefined;

const all: Record<string, unknown> = appRouter._def.procedures;

export const procedures: Procedure[] = Object.entries(all).flatMap(
  ([name, procedure]) => {
    const { data } = Definition.safeParse(definitionOf(procedure));
    if (data === undefined) return [];
    const { type, meta, inputs } = data;
    return [{ name, operationId: meta.openapi.operationId, type, input: inputs[0] }];
  },
);

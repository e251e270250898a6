import { callTRPCProcedure } from '@trpc/server';
import { z } from 'zod';
import { appRouter } from '../root.ts';
import type { TestService } from './use-service.ts';

const definition = z.object({
  type: z.enum(['query', 'mutation']),
  meta: z
    .object({
      openapi: z.object({ protect: z.boolean().default(true) }).optional(),
    })
    .optional(),
});

type Kind = 'public' | 'user' | 'moderation';

/** Every procedure, so that new ones are tested too. */
export const procedures: {
  path: string;
  type: 'query' | 'mutation';
  kind: Kind;
}[] = Object.entries(appRouter._def.procedures).map(([path, value]) => {
  const { type, meta } = definition.parse(Reflect.get(value, '_def'));
  return {
    path,
    type,
    kind: kindOf(path, meta?.openapi),
  };
});

function kindOf(path: string, openapi: { protect: boolean } | undefined): Kind {
  if (/^(moderation|webhooks|audit)\./.test(path)) return 'moderation';
  return openapi?.protect === false ? 'public' : 'user';
}

/** Calls a procedure by its path with input that the types forbid. */
export async function rawCall(
  service: TestService,
  token: string | undefined,
  path: string,
  input?: unknown,
): Promise<unknown> {
  const found = procedures.find((one) => one.path === path);
  if (!found) throw new Error(`There is no procedure ${path}`);
  return callTRPCProcedure({
    router: appRouter,
    path,
    type: found.type,
    ctx: service.context(token),
    getRawInput: async () => input,
    signal: undefined,
    batchIndex: 0,
  });
}

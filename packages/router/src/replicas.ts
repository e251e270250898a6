import type { TRPCError } from '@trpc/server';
import type { Caller } from './access/caller.ts';
import { markChange } from './access/marks.sql.ts';
import type { Context, Deps } from './context.ts';
import { appErrorFrom, isOurs } from './errors.ts';

/**
 * Runs a procedure where there are replicas. A query reads from one that has replayed all that its actor has to see, and from the
 * primary where there is none, or what was read there failed. A mutation is marked before it is answered: from then on no replica
 * that lags behind it is read for those who have to see it; what programs write is marked for all, so that they see it too.
 */
export async function throughReplicas<
  Result extends { ok: true } | { ok: false; error: TRPCError },
>(
  { deps }: Context,
  { log, id, kind }: Caller,
  { type, removes = false }: { type: string; removes?: boolean | undefined },
  run: (deps: Deps) => Promise<Result>,
): Promise<Result> {
  if (type === 'mutation') {
    const result = await run(deps);
    if (result.ok) {
      await markChange(deps.em, id, { removes: removes || kind === 'key' });
    }
    return result;
  }
  const replica = log && deps.replicas?.find(log.lastChange);
  if (!replica) {
    return run(deps);
  }
  const { reader, replayed } = replica;
  const result = await run({ ...deps, reader, replayed });
  const error = result.ok ? undefined : appErrorFrom(result.error);
  if (!error || !isOurs(error)) {
    return result;
  }
  if (error.reason === 'UNAVAILABLE') {
    replica.failed(error.cause);
  }
  return run(deps);
}

import { actCodeErrors } from '../../access/act-codes.ts';
import { compiled, compiledInput } from '../../compiled.ts';
import { moderationMutation, moderationQuery } from '../../openapi.ts';
import { adminProcedure, router } from '../../trpc.ts';
import { createKey, endKey } from './create-and-end.ts';
import { endKeyErrors } from './errors.ts';
import { listKeys } from './list-keys.ts';
import { CreatedKey, CreateKeyInput, EndedKey, KeyId, KeyList } from './schemas.ts';

export const keysRouter = router({
  list: adminProcedure()
    .meta(
      moderationQuery({ name: 'keys.list', summary: 'List service keys', for: 'admins' }),
    )
    .output(compiled(KeyList))
    .query(({ ctx }) => listKeys(ctx.deps)),

  create: adminProcedure(actCodeErrors)
    .meta(
      moderationMutation({
        name: 'keys.create',
        summary: 'Make a service key',
        for: 'admins with a code',
      }),
    )
    .input(compiledInput(CreateKeyInput))
    .output(compiled(CreatedKey))
    .mutation(({ ctx, input }) => createKey(ctx.deps, ctx.actor, input)),

  end: adminProcedure(endKeyErrors)
    .meta(
      moderationMutation({
        name: 'keys.end',
        summary: 'End a service key',
        for: 'admins',
      }),
    )
    .input(compiledInput(KeyId))
    .output(compiled(EndedKey))
    .mutation(({ ctx, input }) => endKey(ctx.deps, ctx.actor, input)),
});

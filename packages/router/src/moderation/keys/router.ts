import { compiled, compiledInput } from '../../compiled.ts';
import { moderationMutation, moderationQuery } from '../../openapi.ts';
import { adminProcedure, adminWithCodeProcedure, router } from '../../trpc.ts';
import { createKey, endKey } from './create-and-end.ts';
import { endKeyErrors } from './errors.ts';
import { listKeys } from './list-keys.ts';
import { CreatedKey, CreateKeyInput, EndedKey, KeyId, KeyList } from './schemas.ts';

export const keysRouter = router({
  list: adminProcedure(moderationQuery('keys.list', 'List service keys'))
    .output(compiled(KeyList))
    .query(({ ctx }) => listKeys(ctx.deps)),

  create: adminWithCodeProcedure(moderationMutation('keys.create', 'Make a service key'))
    .input(compiledInput(CreateKeyInput))
    .output(compiled(CreatedKey))
    .mutation(({ ctx, input }) => createKey(ctx.deps, ctx.actor, input)),

  end: adminProcedure(moderationMutation('keys.end', 'End a service key'), endKeyErrors)
    .input(compiledInput(KeyId))
    .output(compiled(EndedKey))
    .mutation(({ ctx, input }) => endKey(ctx.deps, ctx.actor, input)),
});

import { moderationMutation, moderationQuery } from '../../openapi.ts';
import { adminProcedure, recentAdminProcedure, router } from '../../trpc.ts';
import { CreatedKey, CreateKeyInput, EndedKey, KeyId, KeyList } from './schemas.ts';
import { createKey, endKey, listKeys } from './service.ts';

export const keysRouter = router({
  list: adminProcedure
    .meta(moderationQuery({ name: 'keys.list', summary: 'List service keys', for: 'admins' }))
    .output(KeyList)
    .query(({ ctx }) => listKeys(ctx.deps)),

  create: recentAdminProcedure
    .meta(
      moderationMutation({
        name: 'keys.create',
        summary: 'Make a service key',
        for: 'admins just signed in',
      }),
    )
    .input(CreateKeyInput)
    .output(CreatedKey)
    .mutation(({ ctx, input }) => createKey(ctx.deps, ctx.actor, input)),

  end: adminProcedure
    .meta(
      moderationMutation({
        name: 'keys.end',
        summary: 'End a service key',
        for: 'admins',
        errors: {
          403: 'An admin by `ADMIN_EMAILS` made it (`CONFIGURED_ADMIN`).',
          404: 'There is no such key, or it has ended (`KEY_NOT_FOUND`).',
        },
      }),
    )
    .input(KeyId)
    .output(EndedKey)
    .mutation(({ ctx, input }) => endKey(ctx.deps, ctx.actor, input)),
});

import { ActionResults } from '../audit/schemas.ts';
import { moderationMutation, moderationQuery } from '../openapi.ts';
import { expensive, moderatorOrKeyProcedure, removing, router } from '../trpc.ts';
import { keysRouter } from './keys/router.ts';
import { mailRouter } from './mail/router.ts';
import { Overview } from './overview/schemas.ts';
import { readOverview } from './overview/service.ts';
import { profilesRouter } from './profiles/router.ts';
import { UndoInput } from './undo/schemas.ts';
import { undo } from './undo/service.ts';
import { usersRouter } from './users/router.ts';

/** What moderators and admins do. */
export const moderationRouter = router({
  profiles: profilesRouter,
  users: usersRouter,
  mail: mailRouter,
  keys: keysRouter,

  overview: moderatorOrKeyProcedure
    .meta({
      ...expensive,
      ...moderationQuery({
        name: 'overview',
        summary: 'Read what needs a look now',
        for: 'moderators and keys',
      }),
    })
    .output(Overview)
    .query(({ ctx }) => readOverview(ctx.deps, ctx.actor)),

  undo: moderatorOrKeyProcedure
    .meta({
      ...removing,
      ...moderationMutation({
        name: 'undo',
        summary: 'Undo an action, or one event of it',
        for: 'moderators and keys',
        errors: { 404: 'There is no such action that could be undone (`ACTION_NOT_FOUND`).' },
      }),
    })
    .input(UndoInput)
    .output(ActionResults)
    .mutation(({ ctx, input }) => undo(ctx.deps, ctx.actor, input)),
});

import { ActionResults } from '../audit/schemas.ts';
import { expensive, moderatorProcedure, removing, router } from '../trpc.ts';
import { mailRouter } from './mail/router.ts';
import { Overview } from './overview/schemas.ts';
import { readOverview } from './overview/service.ts';
import { profilesRouter } from './profiles/router.ts';
import { undoErrors } from './undo/errors.ts';
import { UndoInput } from './undo/schemas.ts';
import { undo } from './undo/service.ts';
import { usersRouter } from './users/router.ts';

/** What moderators and admins do. */
export const moderationRouter = router({
  profiles: profilesRouter,
  users: usersRouter,
  mail: mailRouter,

  overview: moderatorProcedure()
    .meta(expensive)
    .output(Overview)
    .query(({ ctx }) => readOverview(ctx.deps, ctx.actor)),

  undo: moderatorProcedure(undoErrors)
    .meta(removing)
    .input(UndoInput)
    .output(ActionResults)
    .mutation(({ ctx, input }) => undo(ctx.deps, ctx.actor, input)),
});

import { compiled, compiledInput } from '../compiled.ts';
import { moderationMutation, moderationQuery } from '../openapi.ts';
import { expensive, moderatorOrKeyProcedure, router } from '../trpc.ts';
import { keysRouter } from './keys/router.ts';
import { mailRouter } from './mail/router.ts';
import { readOverview } from './overview/read-overview.ts';
import { Overview } from './overview/schemas.ts';
import { profilesRouter } from './profiles/router.ts';
import { ActionResults } from './schemas.ts';
import { undoErrors } from './undo/errors.ts';
import { UndoInput } from './undo/schemas.ts';
import { undo } from './undo/undo.ts';
import { usersRouter } from './users/router.ts';

/** What moderators and admins do. */
export const moderationRouter = router({
  profiles: profilesRouter,
  users: usersRouter,
  mail: mailRouter,
  keys: keysRouter,

  overview: moderatorOrKeyProcedure()
    .meta({
      ...expensive,
      ...moderationQuery({
        name: 'overview',
        summary: 'Read what needs a look now',
        for: 'moderators and keys',
      }),
    })
    .output(compiled(Overview))
    .query(({ ctx }) => readOverview(ctx.deps, ctx.actor)),

  undo: moderatorOrKeyProcedure(undoErrors)
    .meta({
      ...moderationMutation({
        name: 'undo',
        summary: 'Undo an action, or one event of it',
        for: 'moderators and keys',
      }),
    })
    .input(compiledInput(UndoInput))
    .output(compiled(ActionResults))
    .mutation(({ ctx, input }) => undo(ctx.deps, ctx.actor, input)),
});

import { compiled, compiledInput } from '../compiled.ts';
import { invitationsRouter } from '../invitations/router.ts';
import { moderationMutation, moderationQuery } from '../openapi.ts';
import { adminProcedure, expensive, moderatorOrKeyProcedure, router } from '../trpc.ts';
import { actsRouter } from './acts/router.ts';
import { deskRouter } from './desk/router.ts';
import { readFirstSteps } from './first-steps.ts';
import { keysRouter } from './keys/router.ts';
import { mailRouter } from './mail/router.ts';
import { profilesRouter } from './profiles/router.ts';
import { FirstSteps } from './schemas.ts';
import { countUndoable } from './undo/count-undoable.ts';
import { undoErrors } from './undo/errors.ts';
import { Undoable, UndoableInput, UndoInput, UndoResults } from './undo/schemas.ts';
import { undo } from './undo/undo.ts';
import { usersRouter } from './users/router.ts';

export const moderationRouter = router({
  acts: actsRouter,
  desk: deskRouter,
  profiles: profilesRouter,
  users: usersRouter,
  mail: mailRouter,
  keys: keysRouter,
  invitations: invitationsRouter,

  firstSteps: adminProcedure(
    moderationQuery('firstSteps', 'List what is to be done before people come'),
  )
    .meta(expensive)
    .output(compiled(FirstSteps))
    .query(({ ctx }) => readFirstSteps(ctx.deps)),

  undoable: moderatorOrKeyProcedure(
    moderationQuery('undoable', 'Count what undoing all acts of somebody would change'),
  )
    .meta(expensive)
    .input(compiledInput(UndoableInput))
    .output(compiled(Undoable))
    .query(({ ctx, input }) => countUndoable(ctx.deps, ctx.actor, input)),

  undo: moderatorOrKeyProcedure(
    moderationMutation(
      'undo',
      'Undo an action, one event of it, or all acts of somebody',
    ),
    undoErrors,
  )
    .input(compiledInput(UndoInput))
    .output(compiled(UndoResults))
    .mutation(({ ctx, input }) => undo(ctx.deps, ctx.actor, input)),
});

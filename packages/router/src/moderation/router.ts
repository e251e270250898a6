import { originOf } from '../events/record.ts';
import { moderatorProcedure, router } from '../trpc.ts';
import { ActResults } from './results.ts';
import { UndoInput } from './undo/schemas.ts';
import { undo } from './undo/service.ts';

export const moderationRouter = router({
  undo: moderatorProcedure
    .input(UndoInput)
    .output(ActResults)
    .mutation(({ ctx, input }) => undo(ctx.deps, ctx.actor, originOf(ctx.call), input)),
});

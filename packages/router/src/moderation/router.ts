import { originOf } from '../events/record.ts';
import { ActResults } from '../events/results.ts';
import { moderatorProcedure, router } from '../trpc.ts';
import { Overview } from './overview/schemas.ts';
import { readOverview } from './overview/service.ts';
import { UndoInput } from './undo/schemas.ts';
import { undo } from './undo/service.ts';

export const moderationRouter = router({
  overview: moderatorProcedure
    .output(Overview)
    .query(({ ctx }) => readOverview(ctx.deps, ctx.actor)),

  undo: moderatorProcedure
    .input(UndoInput)
    .output(ActResults)
    .mutation(({ ctx, input }) => undo(ctx.deps, ctx.actor, originOf(ctx.call), input)),
});

import { compiled, compiledInput } from '../../compiled.ts';
import { moderationMutation, moderationQuery } from '../../openapi.ts';
import { moderatorProcedure, router } from '../../trpc.ts';
import { decide } from './decide.ts';
import { decideErrors } from './errors.ts';
import { listWaiting } from './list-waiting.ts';
import { Decided, DecideInput, ListWaitingInput, WaitingActs } from './schemas.ts';

export const waitingRouter = router({
  list: moderatorProcedure()
    .meta(
      moderationQuery({
        name: 'waiting.list',
        summary: 'List acts that wait for an admin; moderators see their own',
        for: 'moderators',
      }),
    )
    .input(compiledInput(ListWaitingInput.prefault({})))
    .output(compiled(WaitingActs))
    .query(({ ctx, input }) => listWaiting(ctx.deps, ctx.actor, input)),

  decide: moderatorProcedure(decideErrors)
    .meta(
      moderationMutation({
        name: 'waiting.decide',
        summary: 'Do or drop an act that waits',
        for: 'moderators',
      }),
    )
    .input(compiledInput(DecideInput))
    .output(compiled(Decided))
    .mutation(({ ctx, input }) => decide(ctx.deps, ctx.actor, input)),
});

import { compiled, compiledInput } from '../../compiled.ts';
import { moderationMutation, moderationQuery } from '../../openapi.ts';
import { expensive, moderatorOrKeyProcedure, router } from '../../trpc.ts';
import { stopAct } from './end-act.ts';
import { actErrors, startErrors } from './errors.ts';
import { inspectAct, listActs } from './list-acts.ts';
import { previewAct } from './preview.ts';
import {
  ActInput,
  InspectedAct,
  LargeActs,
  OneAct,
  Preview,
  PreviewInput,
  StartInput,
} from './schemas.ts';
import { startAct } from './start.ts';

export const actsRouter = router({
  preview: moderatorOrKeyProcedure(
    moderationMutation(
      'acts.preview',
      'Freeze all profiles that a search finds, for an act on them; the ten newest are kept',
    ),
  )
    .meta(expensive)
    .input(compiledInput(PreviewInput))
    .output(compiled(Preview))
    .mutation(({ ctx, input }) => previewAct(ctx.deps, ctx.actor, input)),

  start: moderatorOrKeyProcedure(
    moderationMutation(
      'acts.start',
      'Start what was previewed, or as an admin what waits; a job does it',
    ),
    startErrors,
  )
    .input(compiledInput(StartInput))
    .output(compiled(OneAct))
    .mutation(({ ctx, input }) => startAct(ctx.deps, ctx.actor, input)),

  list: moderatorOrKeyProcedure(
    moderationQuery(
      'acts.list',
      'List acts that wait, go on or ended within a day; moderators and keys see their own',
    ),
  )
    .output(compiled(LargeActs))
    .query(({ ctx }) => listActs(ctx.deps, ctx.actor)),

  inspect: moderatorOrKeyProcedure(
    moderationQuery('acts.inspect', 'Read an act and what it has left as it was'),
    actErrors,
  )
    .input(compiledInput(ActInput))
    .output(compiled(InspectedAct))
    .query(({ ctx, input }) => inspectAct(ctx.deps, ctx.actor, input)),

  stop: moderatorOrKeyProcedure(
    moderationMutation(
      'acts.stop',
      'Stop an act, or drop one that waits; what is done stays done',
    ),
    actErrors,
  )
    .input(compiledInput(ActInput))
    .output(compiled(OneAct))
    .mutation(({ ctx, input }) => stopAct(ctx.deps, ctx.actor, input)),
});

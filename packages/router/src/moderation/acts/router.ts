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
  preview: moderatorOrKeyProcedure()
    .meta({
      ...expensive,
      ...moderationMutation({
        name: 'acts.preview',
        summary:
          'Freeze all profiles that a search finds, for an act on them; the ten newest are kept',
        for: 'moderators and keys',
      }),
    })
    .input(compiledInput(PreviewInput))
    .output(compiled(Preview))
    .mutation(({ ctx, input }) => previewAct(ctx.deps, ctx.actor, input)),

  start: moderatorOrKeyProcedure(startErrors)
    .meta(
      moderationMutation({
        name: 'acts.start',
        summary: 'Start what was previewed, or as an admin what waits; a job does it',
        for: 'moderators and keys',
      }),
    )
    .input(compiledInput(StartInput))
    .output(compiled(OneAct))
    .mutation(({ ctx, input }) => startAct(ctx.deps, ctx.actor, input)),

  list: moderatorOrKeyProcedure()
    .meta(
      moderationQuery({
        name: 'acts.list',
        summary:
          'List acts that wait, go on or ended within a day; moderators and keys see their own',
        for: 'moderators and keys',
      }),
    )
    .output(compiled(LargeActs))
    .query(({ ctx }) => listActs(ctx.deps, ctx.actor)),

  inspect: moderatorOrKeyProcedure(actErrors)
    .meta(
      moderationQuery({
        name: 'acts.inspect',
        summary: 'Read an act and what it has left as it was',
        for: 'moderators and keys',
      }),
    )
    .input(compiledInput(ActInput))
    .output(compiled(InspectedAct))
    .query(({ ctx, input }) => inspectAct(ctx.deps, ctx.actor, input)),

  stop: moderatorOrKeyProcedure(actErrors)
    .meta(
      moderationMutation({
        name: 'acts.stop',
        summary: 'Stop an act, or drop one that waits; what is done stays done',
        for: 'moderators and keys',
      }),
    )
    .input(compiledInput(ActInput))
    .output(compiled(OneAct))
    .mutation(({ ctx, input }) => stopAct(ctx.deps, ctx.actor, input)),
});

import { compiled, compiledInput } from '../../compiled.ts';
import { moderationMutation, moderationQuery } from '../../openapi.ts';
import {
  adminProcedure,
  moderatorOrKeyProcedure,
  moderatorProcedure,
  router,
} from '../../trpc.ts';
import { closeItem } from './close-item.ts';
import { itemErrors } from './errors.ts';
import { nextItems, renewItem, takeItem } from './lease-items.ts';
import { readReporter } from './read-reporter.ts';
import { inspectItem, listItems, readCounts } from './read-items.ts';
import {
  ClosedItem,
  CloseItemInput,
  DeskCounts,
  InspectedItem,
  ItemList,
  ItemName,
  Lease,
  ListItemsInput,
  NextItems,
  NextItemsInput,
  Reporter,
  ReportName,
} from './schemas.ts';

export const deskRouter = router({
  counts: moderatorOrKeyProcedure()
    .meta(
      moderationQuery({
        name: 'desk.counts',
        summary: 'Count what is to be looked at',
        for: 'moderators and keys',
      }),
    )
    .output(compiled(DeskCounts))
    .query(({ ctx }) => readCounts(ctx.deps, ctx.actor)),

  list: moderatorOrKeyProcedure()
    .meta(
      moderationQuery({
        name: 'desk.list',
        summary: 'List what is to be looked at, whoever has it',
        for: 'moderators and keys',
      }),
    )
    .input(compiledInput(ListItemsInput))
    .output(compiled(ItemList))
    .query(({ ctx, input }) => listItems(ctx.deps, ctx.actor, input)),

  inspect: moderatorOrKeyProcedure(['ITEM_NOT_FOUND'])
    .meta(
      moderationQuery({
        name: 'desk.inspect',
        summary: 'Read an item, and what it takes to decide about it',
        for: 'moderators and keys',
      }),
    )
    .input(compiledInput(ItemName))
    .output(compiled(InspectedItem))
    .query(({ ctx, input }) => inspectItem(ctx.deps, ctx.actor, input)),

  next: moderatorProcedure()
    .meta(
      moderationMutation({
        name: 'desk.next',
        summary: 'Get the next items of a lane to oneself for some minutes',
        for: 'moderators',
      }),
    )
    .input(compiledInput(NextItemsInput))
    .output(compiled(NextItems))
    .mutation(({ ctx, input }) => nextItems(ctx.deps, ctx.actor, input)),

  renew: moderatorProcedure(['ITEM_NOT_FOUND'])
    .meta(
      moderationMutation({
        name: 'desk.renew',
        summary: 'Keep an item that one looks at, three times at most',
        for: 'moderators',
      }),
    )
    .input(compiledInput(ItemName))
    .output(compiled(Lease))
    .mutation(({ ctx, input }) => renewItem(ctx.deps, ctx.actor, input)),

  take: adminProcedure(['ITEM_NOT_FOUND'])
    .meta(
      moderationMutation({
        name: 'desk.take',
        summary: 'Take an item, whoever has it',
        for: 'admins',
      }),
    )
    .input(compiledInput(ItemName))
    .output(compiled(Lease))
    .mutation(({ ctx, input }) => takeItem(ctx.deps, ctx.actor, input)),

  reporter: adminProcedure(['ITEM_NOT_FOUND'])
    .meta(
      moderationMutation({
        name: 'desk.reporter',
        summary: 'Read who made a report, which the history keeps',
        for: 'admins',
      }),
    )
    .input(compiledInput(ReportName))
    .output(compiled(Reporter))
    .mutation(({ ctx, input }) => readReporter(ctx.deps, ctx.actor, input)),

  close: moderatorOrKeyProcedure(itemErrors)
    .meta(
      moderationMutation({
        name: 'desk.close',
        summary: 'Approve a card, pass it on, or turn an appeal down',
        for: 'moderators and keys',
      }),
    )
    .input(compiledInput(CloseItemInput))
    .output(compiled(ClosedItem))
    .mutation(({ ctx, input }) => closeItem(ctx.deps, ctx.actor, input)),
});

import { compiled, compiledInput } from '../../compiled.ts';
import { moderationMutation, moderationQuery } from '../../openapi.ts';
import { Nothing } from '../../schemas.ts';
import {
  adminProcedure,
  expensive,
  moderatorOrKeyProcedure,
  moderatorProcedure,
  router,
} from '../../trpc.ts';
import { brakeErrors } from '../brake/errors.ts';
import { closeItem } from './close-item.ts';
import { itemErrors, noteErrors } from './errors.ts';
import { nextItems, renewItem, takeItem } from './lease-items.ts';
import { addNote, handOver, readNotes, removeNote } from './notes.ts';
import { readReporter } from './read-reporter.ts';
import { inspectItem, listItems, readCounts } from './read-items.ts';
import { readShift } from './read-shift.ts';
import { readWaves } from './read-waves.ts';
import { snoozeItem } from './snooze-item.ts';
import {
  AddNoteInput,
  ClosedItem,
  CloseItemInput,
  DeskCounts,
  HandOverInput,
  InspectedItem,
  ItemList,
  ItemName,
  Lease,
  ListItemsInput,
  NextItems,
  NextItemsInput,
  NoteName,
  NotesInput,
  NotesOf,
  Shift,
  WrittenNote,
  Reporter,
  ReportName,
  SnoozeInput,
  Waves,
} from './schemas.ts';

export const deskRouter = router({
  counts: moderatorOrKeyProcedure()
    .meta(
      moderationQuery({
        name: 'desk.counts',
        summary: 'Count the open items',
        for: 'moderators and keys',
      }),
    )
    .output(compiled(DeskCounts))
    .query(({ ctx }) => readCounts(ctx.deps, ctx.actor)),

  waves: moderatorOrKeyProcedure()
    .meta({
      ...expensive,
      ...moderationQuery({
        name: 'desk.waves',
        summary: 'Read which open cards share an owner or a website',
        for: 'moderators and keys',
      }),
    })
    .output(compiled(Waves))
    .query(({ ctx }) => readWaves(ctx.deps, ctx.actor)),

  list: moderatorOrKeyProcedure()
    .meta(
      moderationQuery({
        name: 'desk.list',
        summary: 'List the open items, also leased ones',
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
        summary: 'Read an item with all that its decision needs',
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
        summary: 'Lease the next items for some minutes',
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
        summary: 'Renew the lease of an item, at most three times',
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
        summary: 'Lease an item, even if somebody else has it',
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
        summary: 'Read who made a report; the history records it',
        for: 'admins',
      }),
    )
    .input(compiledInput(ReportName))
    .output(compiled(Reporter))
    .mutation(({ ctx, input }) => readReporter(ctx.deps, ctx.actor, input)),

  close: moderatorOrKeyProcedure([...itemErrors, ...brakeErrors])
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

  snooze: moderatorProcedure(itemErrors)
    .meta(
      moderationMutation({
        name: 'desk.snooze',
        summary: 'Take an item off the desk for some time',
        for: 'moderators',
      }),
    )
    .input(compiledInput(SnoozeInput))
    .output(compiled(ClosedItem))
    .mutation(({ ctx, input }) => snoozeItem(ctx.deps, ctx.actor, input)),

  notes: moderatorProcedure()
    .meta(
      moderationQuery({
        name: 'desk.notes',
        summary: 'Read the team’s notes about a user',
        for: 'moderators',
      }),
    )
    .input(compiledInput(NotesInput))
    .output(compiled(NotesOf))
    .query(({ ctx, input }) => readNotes(ctx.deps, ctx.actor, input)),

  addNote: moderatorProcedure(noteErrors)
    .meta(
      moderationMutation({
        name: 'desk.addNote',
        summary: 'Add a note for the team about a card or an account',
        for: 'moderators',
      }),
    )
    .input(compiledInput(AddNoteInput))
    .output(compiled(WrittenNote))
    .mutation(({ ctx, input }) => addNote(ctx.deps, ctx.actor, input)),

  removeNote: moderatorProcedure(['NOTE_NOT_FOUND'])
    .meta(
      moderationMutation({
        name: 'desk.removeNote',
        summary: 'Remove your own note, or as an admin any note',
        for: 'moderators',
      }),
    )
    .input(compiledInput(NoteName))
    .output(compiled(Nothing))
    .mutation(({ ctx, input }) => removeNote(ctx.deps, ctx.actor, input)),

  shift: moderatorProcedure()
    .meta({
      ...expensive,
      ...moderationQuery({
        name: 'desk.shift',
        summary: 'Read what the desk did since you last handed over',
        for: 'moderators',
      }),
    })
    .output(compiled(Shift))
    .query(({ ctx }) => readShift(ctx.deps, ctx.actor)),

  handOver: moderatorProcedure()
    .meta(
      moderationMutation({
        name: 'desk.handOver',
        summary: 'Hand the desk over with a note for the next shift',
        for: 'moderators',
      }),
    )
    .input(compiledInput(HandOverInput))
    .output(compiled(WrittenNote))
    .mutation(({ ctx, input }) => handOver(ctx.deps, ctx.actor, input)),
});

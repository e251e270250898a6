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
  counts: moderatorOrKeyProcedure(moderationQuery('desk.counts', 'Count the open items'))
    .output(compiled(DeskCounts))
    .query(({ ctx }) => readCounts(ctx.deps, ctx.actor)),

  waves: moderatorOrKeyProcedure(
    moderationQuery('desk.waves', 'Read which open cards share an owner or a website'),
  )
    .meta(expensive)
    .output(compiled(Waves))
    .query(({ ctx }) => readWaves(ctx.deps, ctx.actor)),

  list: moderatorOrKeyProcedure(
    moderationQuery('desk.list', 'List the open items, also leased ones'),
  )
    .input(compiledInput(ListItemsInput))
    .output(compiled(ItemList))
    .query(({ ctx, input }) => listItems(ctx.deps, ctx.actor, input)),

  inspect: moderatorOrKeyProcedure(
    moderationQuery('desk.inspect', 'Read an item with all that its decision needs'),
    ['ITEM_NOT_FOUND'],
  )
    .input(compiledInput(ItemName))
    .output(compiled(InspectedItem))
    .query(({ ctx, input }) => inspectItem(ctx.deps, ctx.actor, input)),

  next: moderatorProcedure(
    moderationMutation('desk.next', 'Lease the next items for some minutes'),
  )
    .input(compiledInput(NextItemsInput))
    .output(compiled(NextItems))
    .mutation(({ ctx, input }) => nextItems(ctx.deps, ctx.actor, input)),

  renew: moderatorProcedure(
    moderationMutation('desk.renew', 'Renew the lease of an item, at most three times'),
    ['ITEM_NOT_FOUND'],
  )
    .input(compiledInput(ItemName))
    .output(compiled(Lease))
    .mutation(({ ctx, input }) => renewItem(ctx.deps, ctx.actor, input)),

  take: adminProcedure(
    moderationMutation('desk.take', 'Lease an item, even if somebody else has it'),
    ['ITEM_NOT_FOUND'],
  )
    .input(compiledInput(ItemName))
    .output(compiled(Lease))
    .mutation(({ ctx, input }) => takeItem(ctx.deps, ctx.actor, input)),

  reporter: adminProcedure(
    moderationMutation('desk.reporter', 'Read who made a report; the history records it'),
    ['ITEM_NOT_FOUND'],
  )
    .input(compiledInput(ReportName))
    .output(compiled(Reporter))
    .mutation(({ ctx, input }) => readReporter(ctx.deps, ctx.actor, input)),

  close: moderatorOrKeyProcedure(
    moderationMutation(
      'desk.close',
      'Approve a card, pass it on, or turn an appeal down',
    ),
    [...itemErrors, ...brakeErrors],
  )
    .input(compiledInput(CloseItemInput))
    .output(compiled(ClosedItem))
    .mutation(({ ctx, input }) => closeItem(ctx.deps, ctx.actor, input)),

  snooze: moderatorProcedure(
    moderationMutation('desk.snooze', 'Take an item off the desk for some time'),
    itemErrors,
  )
    .input(compiledInput(SnoozeInput))
    .output(compiled(ClosedItem))
    .mutation(({ ctx, input }) => snoozeItem(ctx.deps, ctx.actor, input)),

  notes: moderatorProcedure(
    moderationQuery('desk.notes', 'Read the team’s notes about a user'),
  )
    .input(compiledInput(NotesInput))
    .output(compiled(NotesOf))
    .query(({ ctx, input }) => readNotes(ctx.deps, ctx.actor, input)),

  addNote: moderatorProcedure(
    moderationMutation(
      'desk.addNote',
      'Add a note for the team about a card or an account',
    ),
    noteErrors,
  )
    .input(compiledInput(AddNoteInput))
    .output(compiled(WrittenNote))
    .mutation(({ ctx, input }) => addNote(ctx.deps, ctx.actor, input)),

  removeNote: moderatorProcedure(
    moderationMutation(
      'desk.removeNote',
      'Remove your own note, or as an admin any note',
    ),
    ['NOTE_NOT_FOUND'],
  )
    .input(compiledInput(NoteName))
    .output(compiled(Nothing))
    .mutation(({ ctx, input }) => removeNote(ctx.deps, ctx.actor, input)),

  shift: moderatorProcedure(
    moderationQuery('desk.shift', 'Read what the desk did since you last handed over'),
  )
    .meta(expensive)
    .output(compiled(Shift))
    .query(({ ctx }) => readShift(ctx.deps, ctx.actor)),

  handOver: moderatorProcedure(
    moderationMutation(
      'desk.handOver',
      'Hand the desk over with a note for the next shift',
    ),
  )
    .input(compiledInput(HandOverInput))
    .output(compiled(WrittenNote))
    .mutation(({ ctx, input }) => handOver(ctx.deps, ctx.actor, input)),
});

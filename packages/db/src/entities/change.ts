import { defineEntity, p } from '@mikro-orm/core';
import { instant, instantOfCreation, position } from './columns.ts';
import { impersonal, personal } from './personal.ts';

/** What can happen to a user. */
export const userChangeKinds = ['user.created', 'user.updated', 'user.erased'] as const;

/** What can happen to a profile. */
export const profileChangeKinds = [
  'profile.created',
  'profile.updated',
  'profile.hidden',
  'profile.restored',
  'profile.deleted',
] as const;

export const changeKinds = [...userChangeKinds, ...profileChangeKinds] as const;

export type ChangeKind = (typeof changeKinds)[number];

export const PendingChangeSchema = defineEntity({
  name: 'PendingChange',
  tableName: 'pending_changes',
  properties: {
    position: impersonal(
      position('pending_change_positions').primary().autoincrement(false),
    ),
    // The subject may be a person. Other tables say the same of them.
    kind: personal(p.text(), 'repeated', 'swept'),
    subjectId: personal(p.uuid(), 'repeated', 'swept'),
    revision: impersonal(p.integer()),
    at: personal(instantOfCreation(), 'repeated', 'swept'),
  },
});

/**
 * A change that has no number yet. Triggers write it in the transaction that makes the change; `number_changes` then moves it
 * to `changes`.
 */
export class PendingChange extends PendingChangeSchema.class {}

PendingChangeSchema.setClass(PendingChange);

export const ChangeSchema = defineEntity({
  name: 'Change',
  tableName: 'changes',
  properties: {
    number: impersonal(p.bigint('number').primary().autoincrement(false)),
    kind: personal(p.enum(changeKinds), 'repeated', 'swept'),
    subjectId: personal(p.uuid(), 'repeated', 'swept'),
    revision: impersonal(p.integer()),
    at: personal(instant(), 'repeated', 'swept'),
  },
});

/**
 * A committed change of a user or a profile: by `number` in the order of the feed, which is for each subject that of its
 * commits. `revision` is the one that the subject has since then. It knows no name: the subject may be gone.
 */
export class Change extends ChangeSchema.class {}

ChangeSchema.setClass(Change);

export const ChangeFeedSchema = defineEntity({
  name: 'ChangeFeed',
  tableName: 'change_feeds',
  properties: {
    id: impersonal(p.uuid().primary()),
    lastNumber: impersonal(p.bigint('number')),
  },
});

/**
 * The feed, in one row, which whoever numbers changes locks. The numbers up to `lastNumber` are given, without a gap. A copied
 * database gets another id: there the same numbers may come to mean other changes.
 */
export class ChangeFeed extends ChangeFeedSchema.class {}

ChangeFeedSchema.setClass(ChangeFeed);

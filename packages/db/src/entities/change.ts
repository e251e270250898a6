import { defineEntity, p } from '@mikro-orm/core';
import { instant, instantOfCreation, position } from './columns.ts';
import { impersonal, personal } from './personal.ts';

const userChangeKinds = ['user.created', 'user.updated', 'user.erased'] as const;

const profileChangeKinds = [
  'profile.created',
  'profile.updated',
  'profile.hidden',
  'profile.restored',
  'profile.deleted',
] as const;

export const changeKinds = [...userChangeKinds, ...profileChangeKinds] as const;

export type ChangeKind = (typeof changeKinds)[number];

/** A trigger writes it; `number_changes` moves it to `changes`. */
export const PendingChangeSchema = defineEntity({
  name: 'PendingChange',
  tableName: 'pending_changes',
  properties: {
    position: impersonal(
      position('pending_change_positions').primary().autoincrement(false),
    ),
    // The subject may be a person. Other tables have the same data.
    kind: personal(p.text(), 'repeated', 'swept'),
    subjectId: personal(p.uuid(), 'repeated', 'swept'),
    revision: impersonal(p.integer()),
    at: personal(instantOfCreation(), 'repeated', 'swept'),
  },
});

/**
 * A committed change of a user or a profile. `number` orders the feed; for one
 * subject it is the order of commits. `revision` is the subject's after the
 * change. There is no name and no foreign key: the subject may be gone.
 */
export const ChangeSchema = defineEntity({
  name: 'Change',
  tableName: 'changes',
  indexes: [{ name: 'changes_by_subject', properties: ['subjectId', 'number'] }],
  properties: {
    number: impersonal(p.bigint('number').primary().autoincrement(false)),
    kind: personal(p.enum(changeKinds), 'repeated', 'swept'),
    subjectId: personal(p.uuid(), 'repeated', 'swept'),
    revision: impersonal(p.integer()),
    at: personal(instant(), 'repeated', 'swept'),
  },
});

/**
 * The feed, a single row that numbering locks. Numbers up to `lastNumber` are
 * used, without gaps. From `keptFrom` on, all changes are kept, except for those that
 * newer ones of their subject replace. A copied database gets another id, as its next
 * numbers mean other changes. `hashCheck` shows with which `HASH_KEY` this database was
 * used. Before `historyPrunedFrom`, no old history is deleted. `olderCardsPublic` is what
 * `PUBLIC_PROFILES` was at the first start of a version whose cards have a choice of
 * readers.
 */
export const ChangeFeedSchema = defineEntity({
  name: 'ChangeFeed',
  tableName: 'change_feeds',
  properties: {
    id: impersonal(p.uuid().primary()),
    lastNumber: impersonal(p.bigint('number')),
    keptFrom: impersonal(p.bigint('number').default(1)),
    hashCheck: impersonal(p.text().strictNullable()),
    historyPrunedFrom: impersonal(
      instant().defaultRaw(`(current_instant() + '30 days'::interval)`),
    ),
    olderCardsPublic: impersonal(p.boolean().strictNullable()),
  },
});

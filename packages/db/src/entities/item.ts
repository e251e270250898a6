import { defineEntity, p } from '@mikro-orm/core';
import { index, instant, instantOfCreation, uniqueIndex } from './columns.ts';
import { impersonal, personal } from './personal.ts';
import { profileKey, type Socials } from './profile.ts';
import { userKey } from './user.ts';

export const itemKinds = [
  'new',
  'changed',
  'reported',
  'appealed',
  'second_look',
  'contested',
] as const;

export type ItemKind = (typeof itemKinds)[number];

/**
 * `withdrawn`: the cause was undone. `dismissed`: all its reporters were suspended as
 * spam.
 */
const itemOutcomes = [
  'approved',
  'hidden',
  'restored',
  'upheld',
  'passed_on',
  'withdrawn',
  'dismissed',
] as const;

export type ItemOutcome = (typeof itemOutcomes)[number];

export type SeenCard = {
  revision: number;
  about: string | null;
  socials: Socials;
};

/**
 * Work for a moderator. A decision closes it, and undoing the decision opens it
 * again. It is about a card, or about an account if there is no `profileId`.
 * `userId` is the owner. `cause` is the action that opened it: the one appealed
 * against, or the one that asked for a second look. `contested`: the old address has
 * ended a change of the account's address. The user `keptFrom` may not decide it, and
 * nobody but an admin if it is for `adminsOnly`. `lastLeasedBy` gets it last if the
 * lease ended without a decision.
 */
export const ItemSchema = defineEntity({
  name: 'Item',
  tableName: 'items',
  indexes: [
    uniqueIndex(
      'items_open_once',
      'items (coalesce(profile_id, user_id), kind) where closed_at is null',
    ),
    uniqueIndex(
      'items_appealed_once',
      "items (cause, coalesce(profile_id, user_id)) where kind = 'appealed'",
    ),
    index('items_open', 'items (kind, opened_at, id) where closed_at is null'),
    index('items_urgent', 'items (opened_at, id) where urgent and closed_at is null'),
    index('items_leased', 'items (leased_by) where leased_by is not null'),
    index('items_last_leased', 'items (last_leased_by) where last_leased_by is not null'),
    index('items_dismissed', "items (closed_at) where outcome = 'dismissed'"),
    index(
      'items_approved_by_host',
      "items (website_host(seen -> 'socials')) where outcome = 'approved'",
    ),
    index('items_closed', 'items (closed_at) where closed_at is not null'),
    index('items_by_closer', 'items (closed_by, closed_at) where closed_by is not null'),
    index('items_by_action', 'items (action_id) where action_id is not null'),
    index('items_kept', 'items (kept_from) where kept_from is not null'),
    { name: 'items_by_profile', properties: ['profileId', 'openedAt'] },
    { name: 'items_by_user', properties: ['userId'] },
  ],
  properties: {
    id: impersonal(p.uuid().primary()),
    kind: personal(p.enum(itemKinds), 'exported', 'deleted'),
    profileId: () =>
      personal(
        profileKey('profile_id', 'cascade').strictNullable(),
        'exported',
        'deleted',
      ),
    userId: () => personal(userKey('user_id', 'cascade'), 'repeated', 'deleted'),
    openedAt: personal(instantOfCreation(), 'exported', 'deleted'),
    urgent: personal(p.boolean().default(false), 'withheld', 'deleted'),
    cause: impersonal(p.uuid().strictNullable()),
    text: personal(p.text().strictNullable(), 'exported', 'deleted'),
    keptFrom: () =>
      personal(userKey('kept_from', 'set null').strictNullable(), 'withheld', 'cleared'),
    adminsOnly: personal(p.boolean().default(false), 'withheld', 'deleted'),
    leasedBy: () =>
      personal(userKey('leased_by', 'set null').strictNullable(), 'withheld', 'cleared'),
    lastLeasedBy: () =>
      personal(
        userKey('last_leased_by', 'set null').strictNullable(),
        'withheld',
        'cleared',
      ),
    leasedUntil: impersonal(instant().strictNullable()),
    renewals: impersonal(p.integer().default(0)),
    closedAt: personal(instant().strictNullable(), 'exported', 'deleted'),
    closedBy: () =>
      personal(userKey('closed_by', 'set null').strictNullable(), 'withheld', 'cleared'),
    outcome: personal(p.enum(itemOutcomes).strictNullable(), 'exported', 'deleted'),
    actionId: impersonal(p.uuid().strictNullable()),
    answer: personal(p.text().strictNullable(), 'exported', 'deleted'),
    seen: personal(p.json<SeenCard>().strictNullable(), 'withheld', 'deleted'),
  },
});

/** A foreign key to an item, without an index. */
export const itemKey = () =>
  p
    .manyToOne(ItemSchema)
    .mapToPk()
    .fieldName('item_id')
    .deleteRule('cascade')
    .index(false);

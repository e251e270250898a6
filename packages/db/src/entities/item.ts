import { defineEntity, p } from '@mikro-orm/core';
import { instant, instantOfCreation } from './columns.ts';
import { impersonal, personal } from './personal.ts';
import { Profile, type Socials } from './profile.ts';
import { userKey } from './user.ts';

/** Why something is to be looked at. */
export const itemKinds = [
  'new',
  'changed',
  'reported',
  'appealed',
  'second_look',
] as const;

export type ItemKind = (typeof itemKinds)[number];

/** How an item was closed; `withdrawn`: its cause was undone. */
export const itemOutcomes = [
  'approved',
  'hidden',
  'restored',
  'upheld',
  'passed_on',
  'withdrawn',
] as const;

export type ItemOutcome = (typeof itemOutcomes)[number];

/** The card as it was when an item was closed. */
export type SeenCard = {
  revision: number;
  about: string | null;
  socials: Socials;
};

const index = (name: string, of: string) => ({
  name,
  expression: `create index ${name} on items ${of}`,
});

export const ItemSchema = defineEntity({
  name: 'Item',
  tableName: 'items',
  indexes: [
    {
      name: 'items_open_once',
      expression:
        'create unique index items_open_once on items (coalesce(profile_id, user_id), kind) where closed_at is null',
    },
    {
      name: 'items_appealed_once',
      expression:
        "create unique index items_appealed_once on items (cause, coalesce(profile_id, user_id)) where kind = 'appealed'",
    },
    index('items_open', '(kind, opened_at, id) where closed_at is null'),
    index('items_urgent', '(opened_at, id) where urgent and closed_at is null'),
    index('items_leased', '(leased_by) where leased_by is not null'),
    index('items_closed', '(closed_at) where closed_at is not null'),
    index('items_by_closer', '(closed_by, closed_at) where closed_by is not null'),
    index('items_by_action', '(action_id) where action_id is not null'),
    index('items_kept', '(kept_from) where kept_from is not null'),
    { name: 'items_by_profile', properties: ['profileId', 'openedAt'] },
    { name: 'items_by_user', properties: ['userId'] },
  ],
  properties: {
    id: impersonal(p.uuid().primary()),
    kind: personal(p.enum(itemKinds), 'exported', 'deleted'),
    profileId: () =>
      personal(
        p
          .manyToOne(Profile)
          .mapToPk()
          .fieldName('profile_id')
          .strictNullable()
          .deleteRule('cascade')
          .index(false),
        'exported',
        'deleted',
      ),
    userId: () => personal(userKey('user_id', 'cascade'), 'repeated', 'deleted'),
    revision: impersonal(p.integer()),
    openedAt: personal(instantOfCreation(), 'exported', 'deleted'),
    urgent: personal(p.boolean().default(false), 'withheld', 'deleted'),
    cause: impersonal(p.uuid().strictNullable()),
    text: personal(p.text().strictNullable(), 'exported', 'deleted'),
    keptFrom: () =>
      personal(userKey('kept_from', 'set null').strictNullable(), 'withheld', 'cleared'),
    leasedBy: () =>
      personal(userKey('leased_by', 'set null').strictNullable(), 'withheld', 'cleared'),
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

/**
 * Something for a moderator to look at: open until a decision closes it, and open again once that is undone. It is about a card, or
 * about an account where it has no profile; `userId` is whose. `cause` is the action that opened it: what is appealed against, or
 * what asked for a second look. `keptFrom` does not decide about it.
 */
export class Item extends ItemSchema.class {}

ItemSchema.setClass(Item);

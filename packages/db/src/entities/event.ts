import { defineEntity, p } from '@mikro-orm/core';
import { User } from './user.ts';

/** What moderators and admins do. */
export const actions = [
  'profile.hidden',
  'profile.restored',
  'user.suspended',
  'user.unsuspended',
  'user.role_changed',
  'session.revoked',
  'address.cleared',
] as const;

export type Action = (typeof actions)[number];

/** Why something was done. */
export const eventReasons = [
  'spam',
  'impersonation',
  'harassment',
  'illegal_content',
  'personal_data',
  'other',
] as const;

export type EventReason = (typeof eventReasons)[number];

export const EventSchema = defineEntity({
  name: 'Event',
  tableName: 'events',
  indexes: [
    { name: 'events_by_profile', properties: ['profileId', 'position'] },
    { name: 'events_by_user', properties: ['user', 'position'] },
    { name: 'events_by_actor', properties: ['actor', 'position'] },
    { name: 'events_by_act', properties: ['actId', 'position'] },
    {
      name: 'events_by_username',
      expression:
        'create index events_by_username on events (lower(username), position) where username is not null',
    },
    { name: 'events_by_time', properties: ['at', 'action'] },
  ],
  properties: {
    id: p.uuid().primary(),
    position: p
      .bigint('number')
      .defaultRaw("nextval('event_positions')")
      // The comparator takes any `nextval` for a serial column's own sequence.
      .ignoreSchemaChanges('default')
      .unique('events_position_unique'),
    actId: p.uuid(),
    at: p.string().columnType('timestamptz').defaultRaw('current_instant()'),
    action: p.enum(actions),
    actor: () => p.manyToOne(User).strictNullable().deleteRule('set null').index(false),
    user: () => p.manyToOne(User).strictNullable().deleteRule('set null').index(false),
    profileId: p.uuid().strictNullable(),
    username: p.text().strictNullable(),
    reason: p.enum(eventReasons).strictNullable(),
    note: p.text().strictNullable(),
    privateNote: p.text().strictNullable(),
    before: p.json<unknown>(),
    after: p.json<unknown>(),
    undoes: () =>
      p
        .manyToOne(Event)
        .strictNullable()
        .deleteRule('no action')
        .index(false)
        .unique('events_undoes_unique'),
    ip: p.text(),
    browser: p.text(),
    system: p.text(),
  },
});

/**
 * One thing that a moderator or admin did to one profile or user, written in the transaction that did it and never changed.
 * What was done at once, to up to a hundred, shares an `actId`. `user` is whom it concerns, the owner where it is a profile,
 * whose `username` at the time is kept; `note` is for them to read, `privateNote` for the team. An event is undone once.
 */
export class Event extends EventSchema.class {}

EventSchema.setClass(Event);

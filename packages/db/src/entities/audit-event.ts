import { defineEntity, p } from '@mikro-orm/core';
import { index, instantOfCreation, position } from './columns.ts';
import {
  auditEventTypes,
  ModerationAction,
  moderationReasons,
} from './moderation-action.ts';
import { impersonal, personal } from './personal.ts';

export const AuditEventSchema = defineEntity({
  name: 'AuditEvent',
  tableName: 'audit_events',
  indexes: [
    { name: 'audit_events_by_action', properties: ['actionId', 'position'] },
    { name: 'audit_events_by_profile', properties: ['profileId', 'position'] },
    { name: 'audit_events_by_user', properties: ['userId', 'position'] },
    index(
      'audit_events_by_username',
      'audit_events (fold_case(username), position) where username is not null',
    ),
    { name: 'audit_events_by_type', properties: ['type', 'position'] },
    index(
      'audit_events_by_reason',
      'audit_events (reason, position) where reason is not null',
    ),
    index('audit_events_noted', 'audit_events (action_id) where note is not null'),
    { name: 'audit_events_by_time', properties: ['at', 'type'] },
    index(
      'audit_events_by_chain',
      'audit_events (chain_id, position) where chain_id is not null',
    ),
  ],
  properties: {
    id: impersonal(p.uuid().primary()),
    position: impersonal(
      position('audit_event_positions').unique('audit_events_position_unique'),
    ),
    actionId: () =>
      impersonal(
        p
          .manyToOne(ModerationAction)
          .mapToPk()
          .fieldName('action_id')
          .deleteRule('no action')
          .index(false),
      ),
    at: personal(instantOfCreation(), 'exported', 'kept'),
    type: personal(p.enum(auditEventTypes), 'exported', 'kept'),
    userId: personal(p.uuid().strictNullable(), 'repeated', 'forgotten'),
    profileId: personal(p.uuid().strictNullable(), 'repeated', 'kept'),
    username: personal(p.text().strictNullable(), 'exported', 'forgotten'),
    subjectRevision: impersonal(p.integer().strictNullable()),
    reason: personal(p.enum(moderationReasons).strictNullable(), 'exported', 'kept'),
    note: personal(p.text().strictNullable(), 'exported', 'forgotten'),
    before: personal(p.json<Record<string, unknown>>(), 'exported', 'forgotten'),
    after: personal(p.json<Record<string, unknown>>(), 'exported', 'forgotten'),
    undoesId: () =>
      impersonal(
        p
          .manyToOne(AuditEvent)
          .mapToPk()
          .fieldName('undoes_id')
          .strictNullable()
          .deleteRule('no action')
          .index(false)
          .unique('audit_events_undoes_unique'),
      ),
    undoneBy: impersonal(p.uuid().strictNullable()),
    stands: impersonal(p.boolean().default(true)),
    chainId: impersonal(p.uuid().strictNullable()),
  },
});

/**
 * A change that a moderation action made to one row. The action's transaction
 * writes the event, and triggers refuse later changes. `userId` is the changed
 * user, or the owner of the changed profile. It is not a foreign key, because a
 * job removes an erased user in pieces. `username` is the profile's username at
 * that time. `subjectRevision` is the row's revision after the change. `reason`
 * and `note` are set only if they differ from the action's.
 *
 * An event can be undone once, by the event `undoneBy`, and that one by another.
 * `chainId` is the first event of such a chain; null if the event was never
 * undone. Each undo reverses `stands` of the events before it in the chain. The
 * trigger `mark_undone` writes these three columns.
 */
export class AuditEvent extends AuditEventSchema.class {}

AuditEventSchema.setClass(AuditEvent);

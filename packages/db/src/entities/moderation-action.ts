import { defineEntity, p } from '@mikro-orm/core';
import { index, instantOfCreation, position } from './columns.ts';
import { impersonal, personal } from './personal.ts';

export const auditEventTypes = [
  'profile.hidden',
  'profile.restored',
  'profile.approved',
  'profile.passed_on',
  'appeal.upheld',
  'item.snoozed',
  'item.reopened',
  'act.stopped',
  'reporter.read',
  'history.exported',
  'address.read',
  'address.searched',
  'user.suspended',
  'user.unsuspended',
  'user.role_changed',
  'user.move_opened',
  'user.move_confirmed',
  'user.move_ended',
  'user.moved',
  'user.invited',
  'user.uninvited',
  'user.erased',
  'user.exported',
  'user.listed',
  'session.revoked',
  'address.cleared',
  'user.test_signed_in',
  'mail.retried',
  'key.created',
  'key.ended',
  'webhook.created',
  'webhook.changed',
  'webhook.ended',
  'webhook.tested',
  'webhook.resent',
  'address.suppressed',
  'counts.repaired',
  'secret.rotated',
  'database.restored',
  'database.moved',
  'database.backed_up',
] as const;

export type AuditEventType = (typeof auditEventTypes)[number];

/** An action has the type of its events, or undoes others. */
const moderationActionTypes = [...auditEventTypes, 'undo'] as const;

export type ModerationActionType = (typeof moderationActionTypes)[number];

export const moderationReasons = [
  'spam',
  'impersonation',
  'harassment',
  'illegal_content',
  'personal_data',
  'other',
] as const;

export type ModerationReason = (typeof moderationReasons)[number];

/** `requested`: the person asked for it. No other act has that reason. */
export const erasureReasons = ['requested', ...moderationReasons] as const;

export type ErasureReason = (typeof erasureReasons)[number];

/** `danger` is urgent: somebody may come to harm. */
export const reportReasons = ['danger', ...moderationReasons] as const;

export type ReportReason = (typeof reportReasons)[number];

/** A signed-in user, a service key, an operator, or the service itself. */
export const actorKinds = ['user', 'key', 'operator', 'system'] as const;

export type ActorKind = (typeof actorKinds)[number];

export const ModerationActionSchema = defineEntity({
  name: 'ModerationAction',
  tableName: 'moderation_actions',
  indexes: [
    { name: 'moderation_actions_by_actor', properties: ['actorId', 'position'] },
    index(
      'moderation_actions_by_reason',
      'moderation_actions (reason, position) where reason is not null',
    ),
    index(
      'moderation_actions_with_origin',
      "moderation_actions (at) where ip || browser || system <> ''",
    ),
    index(
      'moderation_actions_on_cards',
      'moderation_actions (actor_id, at) where cards > 0',
    ),
  ],
  properties: {
    id: impersonal(p.uuid().primary()),
    position: impersonal(
      position('moderation_action_positions').unique(
        'moderation_actions_position_unique',
      ),
    ),
    // Personal to the actor. The people concerned get it with the events.
    at: personal(instantOfCreation(), 'exported', 'kept'),
    type: personal(p.enum(moderationActionTypes), 'exported', 'kept'),
    actorKind: impersonal(p.enum(actorKinds)),
    actorId: personal(p.uuid().strictNullable(), 'repeated', 'forgotten'),
    sessionId: personal(p.uuid().strictNullable(), 'exported', 'forgotten'),
    ip: personal(p.text(), 'exported', 'forgotten'),
    browser: personal(p.text(), 'exported', 'forgotten'),
    system: personal(p.text(), 'exported', 'forgotten'),
    reason: personal(p.enum(erasureReasons).strictNullable(), 'exported', 'kept'),
    note: personal(p.text().strictNullable(), 'exported', 'forgotten'),
    privateNote: personal(p.text().strictNullable(), 'withheld', 'forgotten'),
    requested: impersonal(p.integer()),
    done: impersonal(p.integer()),
    cards: impersonal(p.integer().default(0)),
  },
});

/**
 * One request of a moderator, admin or operator: `done` of the `requested` rows
 * have changed, each with an `AuditEvent`. `note` is for the people concerned,
 * `privateNote` for the team. `cards` counts the profiles towards the actor's
 * hourly and daily limits. Triggers refuse changes except to
 * `requested`, `done` and `cards`. `actorId` is no foreign key: a job removes an
 * erased actor in pieces.
 */
export class ModerationAction extends ModerationActionSchema.class {}

ModerationActionSchema.setClass(ModerationAction);

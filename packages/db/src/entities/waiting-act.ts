import { defineEntity, p } from '@mikro-orm/core';
import { index, instant, instantOfCreation } from './columns.ts';
import { type ModerationReason, moderationReasons } from './moderation-action.ts';
import { impersonal, personal } from './personal.ts';
import { type Role, roles, userKey } from './user.ts';

export const waitingActKinds = ['hide', 'restore', 'approve', 'undo'] as const;

export type WaitingActKind = (typeof waitingActKinds)[number];

/**
 * `previewed`: its set is frozen, and its asker may start it. `waiting`: for an admin.
 * `running`: a job does it, piece by piece. `stopped`: also while it waited.
 */
const waitingActStates = ['previewed', 'waiting', 'running', 'done', 'stopped'] as const;

export type WaitingActState = (typeof waitingActStates)[number];

/** A profile with its revision, an event to undo, or an owner to suspend. */
export type ActSubject = { id: string; revision?: number | undefined; suspend?: true };

/** Why a row of an act stayed as it was. */
export type LeftOut = { id: string; reason: string };

/** What is decided when an act begins. `person` is null for a service key. */
type Beginning = {
  by: { person: string | null; session: string; role: Role };
  action: string;
  reason: ModerationReason | null;
};

/** `by` is an admin or the asker, null for a key. */
type Decision = { at: string; by: string | null; state: 'done' | 'stopped' };

export const WaitingActSchema = defineEntity({
  name: 'WaitingAct',
  tableName: 'waiting_acts',
  indexes: [
    { name: 'waiting_acts_by_asker', properties: ['askedBy'] },
    index(
      'waiting_acts_by_decider',
      'waiting_acts (decided_by) where decided_by is not null',
    ),
    index(
      'waiting_acts_undecided',
      'waiting_acts (asked_at, id) where decided_at is null',
    ),
  ],
  properties: {
    id: impersonal(p.uuid().primary()),
    askedBy: () =>
      personal(userKey('asked_by', 'cascade').strictNullable(), 'repeated', 'deleted'),
    sessionId: personal(p.uuid(), 'exported', 'deleted'),
    askedAt: personal(instantOfCreation(), 'exported', 'deleted'),
    kind: personal(p.enum(waitingActKinds), 'exported', 'deleted'),
    subjects: personal(p.json<readonly ActSubject[]>(), 'withheld', 'deleted'),
    ownerIds: personal(p.array().columnType('uuid[]'), 'withheld', 'cleared'),
    cards: personal(p.integer(), 'exported', 'deleted'),
    reason: personal(p.enum(moderationReasons).strictNullable(), 'exported', 'deleted'),
    note: personal(p.text().strictNullable(), 'exported', 'cleared'),
    privateNote: personal(p.text().strictNullable(), 'withheld', 'cleared'),
    decidedAt: personal(instant().strictNullable(), 'exported', 'deleted'),
    decidedBy: () =>
      personal(userKey('decided_by', 'set null').strictNullable(), 'withheld', 'cleared'),
    actionId: impersonal(p.uuid().strictNullable()),
    state: personal(p.enum(waitingActStates).default('waiting'), 'exported', 'deleted'),
    actingRole: personal(p.enum(roles).strictNullable(), 'exported', 'deleted'),
    passed: impersonal(p.integer().default(0)),
    leftOut: personal(
      p.json<readonly LeftOut[]>().defaultRaw(`'[]'`),
      'withheld',
      'deleted',
    ),
  },
});

/**
 * An act on very many cards. It was found by a search, or it is beyond a moderator's
 * hourly or daily limit and waits for an admin. It is deleted with its asker, unless an
 * admin has begun it. With a service key the asker is the key's creator, nobody decides,
 * and `sessionId` is the key.
 * `subjects` are profiles with their revisions, or events. `ownerIds` are the users
 * whom the act concerns. A job has looked at the first `passed` of the subjects.
 */
export class WaitingAct extends WaitingActSchema.class {
  /**
   * From now on a job does it, in the name of this person or key. If it waited, it is the
   * admin's now, and does not end with the account of who had asked for it.
   */
  begin({ by, action, reason }: Beginning): void {
    this.state = 'running';
    if (by.person !== null && by.person !== this.askedBy) this.askedBy = null;
    this.decidedBy = by.person;
    this.sessionId = by.session;
    this.actingRole = by.role;
    this.actionId = action;
    this.reason = reason;
  }

  /**
   * Stores the decision and clears the rest. An act that was done is in the
   * history.
   */
  settle({ at, by, state }: Decision): void {
    this.state = state;
    this.decidedAt = at;
    this.decidedBy = by;
    this.subjects = [];
    this.ownerIds = [];
    this.note = null;
    this.privateNote = null;
  }
}

WaitingActSchema.setClass(WaitingAct);

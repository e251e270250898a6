import { defineEntity, p } from '@mikro-orm/core';
import { instant, instantOfCreation } from './columns.ts';
import { moderationReasons } from './moderation-action.ts';
import { impersonal, personal } from './personal.ts';
import { userKey } from './user.ts';

export const waitingActKinds = ['hide', 'restore', 'undo'] as const;

export type WaitingActKind = (typeof waitingActKinds)[number];

export const waitingActOutcomes = ['done', 'dropped'] as const;

/** `by` is an admin or the asker. `action` carried the act out. */
export type Decision = {
  at: string;
  by: string;
  outcome: (typeof waitingActOutcomes)[number];
  action: string | null;
};

export const WaitingActSchema = defineEntity({
  name: 'WaitingAct',
  tableName: 'waiting_acts',
  indexes: [
    { name: 'waiting_acts_by_asker', properties: ['askedBy'] },
    {
      name: 'waiting_acts_by_decider',
      expression:
        'create index waiting_acts_by_decider on waiting_acts (decided_by) where decided_by is not null',
    },
    {
      name: 'waiting_acts_undecided',
      expression:
        'create index waiting_acts_undecided on waiting_acts (asked_at, id) where decided_at is null',
    },
  ],
  properties: {
    id: impersonal(p.uuid().primary()),
    askedBy: () => personal(userKey('asked_by', 'cascade'), 'repeated', 'deleted'),
    sessionId: personal(p.uuid(), 'exported', 'deleted'),
    askedAt: personal(instantOfCreation(), 'exported', 'deleted'),
    kind: personal(p.enum(waitingActKinds), 'exported', 'deleted'),
    subjects: personal(p.json<unknown>(), 'withheld', 'deleted'),
    ownerIds: personal(p.array().columnType('uuid[]'), 'withheld', 'cleared'),
    cards: personal(p.integer(), 'exported', 'deleted'),
    reason: personal(p.enum(moderationReasons).strictNullable(), 'exported', 'deleted'),
    note: personal(p.text().strictNullable(), 'exported', 'cleared'),
    privateNote: personal(p.text().strictNullable(), 'withheld', 'cleared'),
    decidedAt: personal(instant().strictNullable(), 'exported', 'deleted'),
    decidedBy: () =>
      personal(userKey('decided_by', 'set null').strictNullable(), 'withheld', 'cleared'),
    outcome: personal(p.enum(waitingActOutcomes).strictNullable(), 'exported', 'deleted'),
    actionId: impersonal(p.uuid().strictNullable()),
  },
});

/**
 * An act beyond a moderator's hourly or daily limit. It waits for an admin's
 * decision, and is deleted with its asker. `subjects` are profiles with their
 * revisions, or events. `ownerIds` are the users whom the act concerns.
 */
export class WaitingAct extends WaitingActSchema.class {
  /**
   * Stores the decision and clears the rest. An act that was done is in the
   * history.
   */
  settle({ at, by, outcome, action }: Decision): void {
    this.decidedAt = at;
    this.decidedBy = by;
    this.outcome = outcome;
    this.actionId = action;
    this.subjects = [];
    this.ownerIds = [];
    this.note = null;
    this.privateNote = null;
  }
}

WaitingActSchema.setClass(WaitingAct);

import { defineEntity, p } from '@mikro-orm/core';
import { index, instant, instantOfCreation, uniqueIndex } from './columns.ts';
import { impersonal, personal } from './personal.ts';
import { roles, userKey } from './user.ts';

/** Who stopped a move or took it back: the old address by its code, or an admin. */
const moveEnders = ['address', 'admin'] as const;

export type MoveEnder = (typeof moveEnders)[number];

export const MoveSchema = defineEntity({
  name: 'Move',
  tableName: 'moves',
  indexes: [
    { name: 'moves_by_user', properties: ['userId', 'askedAt'] },
    { name: 'moves_by_time', properties: ['askedAt'] },
    index('moves_by_opener', 'moves (opened_by) where opened_by is not null'),
    index('moves_by_confirmer', 'moves (confirmed_by) where confirmed_by is not null'),
    index('moves_by_old_address', 'moves (from_key) where closed_at is null'),
    index('moves_by_new_address', 'moves (to_key, asked_at)'),
    uniqueIndex(
      'moves_waiting',
      'moves (user_id) where due_at is not null and done_at is null and closed_at is null',
    ),
  ],
  properties: {
    id: personal(p.uuid().primary(), 'withheld', 'deleted'),
    keyId: impersonal(p.text()),
    userId: () => personal(userKey('user_id', 'cascade'), 'repeated', 'deleted'),
    sessionId: personal(p.uuid().strictNullable(), 'exported', 'deleted'),
    openedBy: () =>
      personal(userKey('opened_by', 'set null').strictNullable(), 'withheld', 'cleared'),
    isCase: personal(p.boolean().default(false), 'exported', 'deleted'),
    reason: personal(p.text().strictNullable(), 'withheld', 'deleted'),
    fromEmail: personal(p.text(), 'exported', 'deleted'),
    fromKey: personal(p.text(), 'repeated', 'deleted'),
    toEmail: personal(p.text(), 'exported', 'deleted'),
    toKey: personal(p.text(), 'repeated', 'deleted'),
    mailsNew: personal(p.boolean(), 'repeated', 'deleted'),
    isContested: personal(p.boolean().default(false), 'exported', 'deleted'),
    needsYes: personal(p.boolean().default(false), 'exported', 'deleted'),
    confirmedBy: () =>
      personal(
        userKey('confirmed_by', 'set null').strictNullable(),
        'withheld',
        'cleared',
      ),
    restingRole: personal(p.enum(roles).strictNullable(), 'exported', 'deleted'),
    askedAt: personal(instantOfCreation(), 'exported', 'deleted'),
    provenAt: personal(instant().strictNullable(), 'exported', 'deleted'),
    dueAt: personal(instant().strictNullable(), 'exported', 'deleted'),
    doneAt: personal(instant().strictNullable(), 'exported', 'deleted'),
    undoUntil: personal(instant().strictNullable(), 'exported', 'deleted'),
    closedAt: personal(instant().strictNullable(), 'exported', 'deleted'),
    endedBy: personal(p.enum(moveEnders).strictNullable(), 'exported', 'deleted'),
  },
});

/**
 * A change of an account's address. Its owner asks for it in a session, or an admin
 * opens a case (`isCase`). Asked: `provenAt` is null. Waiting: `dueAt` is set and
 * `doneAt` is not. Done: until `undoUntil` it can be taken back. `closedAt` ends each: a
 * done one was taken back, and another without `endedBy` was replaced by a later one.
 * The codes are derived from `id` with the secret key `keyId`. `fromKey` and `toKey` are
 * the addresses in lower case. `mailsNew` tells whether a code is mailed to the new one.
 * `needsYes`: a second admin must agree. `restingRole` is the role that the account had
 * before it moved, and that rests until an admin gives it again.
 */
export class Move extends MoveSchema.class {
  /** Whether it is open, and the account has its old address. */
  canHappenTo({ emailKey }: { emailKey: string }): boolean {
    return this.doneAt === null && this.closedAt === null && this.fromKey === emailKey;
  }

  wait(at: string, dueAt: string): void {
    this.provenAt = at;
    this.dueAt = dueAt;
  }

  finish(at: string, undoUntil: string): void {
    this.provenAt ??= at;
    this.doneAt = at;
    this.undoUntil = undoUntil;
  }

  close(at: string, by: MoveEnder | null = null): void {
    this.closedAt ??= at;
    this.endedBy ??= by;
  }
}

MoveSchema.setClass(Move);

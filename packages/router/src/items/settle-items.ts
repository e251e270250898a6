import type { AuditEventType, Executor, ItemKind, ItemOutcome } from '@namecard/db';
import { closeItems, reopenItems } from './settle-items.sql.ts';

/** A decision about a card closes what asks for a look at it. */
const looks = [
  'new',
  'changed',
  'reported',
  'second_look',
] as const satisfies readonly ItemKind[];

type Closing = { kinds: readonly ItemKind[]; outcome: ItemOutcome };

/** Which items an event closes, and how. */
const closings: Partial<Record<AuditEventType, Closing>> = {
  'profile.hidden': { kinds: looks, outcome: 'hidden' },
  'profile.approved': { kinds: looks, outcome: 'approved' },
  'profile.passed_on': { kinds: looks, outcome: 'passed_on' },
  'profile.restored': { kinds: ['appealed'], outcome: 'restored' },
  // An appeal against a suspension that ended by itself, before anybody answered.
  'user.suspended': { kinds: ['appealed'], outcome: 'withdrawn' },
  'user.unsuspended': { kinds: ['appealed'], outcome: 'restored' },
  'appeal.upheld': { kinds: ['appealed'], outcome: 'upheld' },
};

type Happened = {
  /** The action, and the user who did it; null where none did. */
  action: string;
  by: string | null;
  note: string | null;
  events: readonly {
    type: AuditEventType;
    userId: string | null;
    profileId?: string;
    undoesId?: string;
    spared?: readonly string[];
  }[];
};

/**
 * Closes the items that an action decides about, and opens those whose decision it undoes. A part of the action's transaction, which
 * has locked the cards and accounts: so nobody opens another item of them meanwhile.
 */
export async function settleItems(
  em: Executor,
  { action, by, note, events }: Happened,
): Promise<void> {
  const decided = events.flatMap(({ type, profileId, userId, spared }) => {
    const closing = closings[type];
    return closing ? [{ subject: profileId ?? userId, spared, ...closing }] : [];
  });
  if (decided.length > 0) {
    await closeItems(em, { action, by, note, decided: JSON.stringify(decided) });
  }
  const undone = events.flatMap(({ undoesId }) => undoesId ?? []);
  if (undone.length > 0) {
    await reopenItems(em, { action, by, undone });
  }
}

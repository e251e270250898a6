import type { AuditEventType, Executor, ItemKind, ItemOutcome } from '@namecard/db';
import { closeItems, reopenItems } from './settle-items.sql.ts';

/** Items that a decision about the card closes. */
const looks = [
  'new',
  'changed',
  'reported',
  'second_look',
] as const satisfies readonly ItemKind[];

type Closing = { kinds: readonly ItemKind[]; outcome: ItemOutcome };

const closings: Partial<Record<AuditEventType, Closing>> = {
  'profile.hidden': { kinds: looks, outcome: 'hidden' },
  'profile.approved': { kinds: looks, outcome: 'approved' },
  'profile.passed_on': { kinds: looks, outcome: 'passed_on' },
  'profile.restored': { kinds: ['appealed'], outcome: 'restored' },
  // The appeal was against an earlier suspension that has ended.
  'user.suspended': { kinds: ['appealed'], outcome: 'withdrawn' },
  'user.unsuspended': { kinds: ['appealed'], outcome: 'restored' },
  'appeal.upheld': { kinds: ['appealed'], outcome: 'upheld' },
  'user.move_opened': { kinds: ['contested'], outcome: 'passed_on' },
  'user.move_ended': { kinds: ['contested'], outcome: 'approved' },
};

/** A card that waits for a first look again has lost the decision that was appealed. */
const heldAgain: Closing = { kinds: ['appealed'], outcome: 'withdrawn' };

type Happened = {
  /** The action, and the user who did it; null if nobody did. */
  action: string;
  by: string | null;
  note: string | null;
  events: readonly {
    type: AuditEventType;
    userId: string | null;
    profileId?: string;
    after: Record<string, unknown>;
    undoesId?: string;
    spared?: readonly string[];
  }[];
};

/**
 * Closes the items that an action decides, and reopens those it undoes. Its
 * transaction has locked the cards and accounts, so nobody opens other items
 * meanwhile. Returns the people whose appeals
 * and reports it answers.
 */
export async function settleItems(
  em: Executor,
  { action, by, note, events }: Happened,
): Promise<string[]> {
  const decided = events.flatMap(({ type, profileId, userId, after, spared }) => {
    const closing = after['held'] === true ? heldAgain : closings[type];
    return closing ? [{ subject: profileId ?? userId, spared, ...closing }] : [];
  });
  const closed =
    decided.length === 0
      ? []
      : await closeItems(em, { action, by, note, decided: JSON.stringify(decided) });
  const undone = events.flatMap(({ undoesId }) => undoesId ?? []);
  if (undone.length > 0) {
    await reopenItems(em, { action, by, undone });
  }
  return closed.flatMap(({ kind, outcome, userId, reporterIds }) => {
    if (kind === 'appealed' && outcome !== 'withdrawn') return userId;
    return outcome === 'hidden' || outcome === 'approved' ? reporterIds : [];
  });
}

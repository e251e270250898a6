import type { WaitingActKind } from '@namecard/db';
import type { LimitedActor } from '../../access/caller.ts';
import type { Settings } from '../../context.ts';
import { obstacleTo } from '../profiles/policy.ts';
import type { Matching } from './preview.sql.ts';
import type { LeftReason, PreviewedKind } from './schemas.ts';

/** Profiles or events of one transaction: few, so that others wait shortly. */
export const perPiece = 100;

/**
 * The actor of an act on very many. Nobody hides or suspends admins of `ADMIN_EMAILS` by
 * such an act. It has to be done for each of them alone, with a code.
 */
export const reaching = (actor: LimitedActor, kind: WaitingActKind): LimitedActor =>
  actor.kind === 'user' && kind === 'hide'
    ? { ...actor, isConfiguredAdmin: false }
    : actor;

/**
 * Why the act leaves a profile as it is.
 * @param seen its revision when the act was asked for
 */
export function leftReasonOf(
  actor: LimitedActor,
  kind: PreviewedKind,
  card: Matching,
  settings: Pick<Settings, 'adminEmails'>,
  seen: number | null = card.revision,
): LeftReason | undefined {
  if (card.hidden === (kind !== 'restore')) {
    return 'ALREADY';
  }
  if (card.revision !== seen) {
    return 'CHANGED';
  }
  const act = { count: Infinity, hides: kind !== 'restore' };
  const obstacle = obstacleTo(reaching(actor, kind), act, card, settings);
  if (obstacle) {
    return obstacle;
  }
  return kind === 'approve' && !card.hasOpenItem ? 'NO_ITEM' : undefined;
}

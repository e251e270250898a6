import type {
  ActSubject,
  Executor,
  ModerationReason,
  WaitingActKind,
} from '@namecard/db';
import { requireCode } from '../../access/act-codes.ts';
import type { LimitedActor, Moderator, UserActor } from '../../access/caller.ts';
import { takeTurn } from '../../access/limits.ts';
import type { NewAction } from '../../audit/record-action.ts';
import type { Deps } from '../../context.ts';
import { countCards } from './brake.sql.ts';
import {
  confirmsByCode,
  isBraked,
  type Limit,
  limits,
  mostUnheard,
  withoutCode,
} from './policy.ts';
import { forgetAwaited, requestMails } from './request-mails.sql.ts';

/** An act on cards, as it is stored if it must wait. */
export type CardAct = Pick<NewAction, 'note' | 'privateNote'> & {
  reason?: ModerationReason | null;
  kind: WaitingActKind;
  /** Profiles with their revisions when they were locked, or events to undo. */
  subjects: readonly ActSubject[];
  /** The owners of the profiles, or the users of the events. */
  ownerIds: readonly string[];
  /** How many profiles it counts as. */
  cards: number;
  /**
   * People who get a role, or admins who are shut out, each with what they become. These
   * acts take a code.
   */
  roles?: readonly (readonly [string | null, unknown])[] | undefined;
  /** The mailed code, for admins. */
  code?: string | undefined;
};

/** The limit that refuses an act. */
export type Reached = {
  /** The cards of the last `hours`, and the limit `most`. */
  cards: number;
  hours: number;
  most: number;
  cardsInHour: number;
  /** Seconds until all limits let it pass. */
  seconds: number;
};

/** Thrown if an act exceeds the actor's limit. It rolls the transaction back. */
export class Braked extends Error {
  override readonly name = 'Braked';
  readonly act: CardAct;
  readonly reached: Reached;

  constructor(act: CardAct, reached: Reached) {
    super('The act would exceed the actor’s limit of changed cards');
    this.act = act;
    this.reached = reached;
  }
}

/** Locks the actor's counts until the transaction ends. Call it before locking any rows. */
export async function lockBrake(
  deps: Pick<Deps, 'em' | 'hashes'>,
  actor: Moderator,
): Promise<void> {
  if (isBraked(actor)) {
    await takeTurn(deps, `cards of ${actor.id}`);
  }
}

/** How many cards an admin has changed since the last code, in 24 hours at most. */
export const countUnconfirmed = async (em: Executor, actor: LimitedActor) =>
  (await count(em, actor, withoutCode, 1)).cards;

async function count(em: Executor, { id }: LimitedActor, limit: Limit, wanted: number) {
  const [row] = await countCards(em, { ...limit, id, wanted });
  // An act that is larger than the limit never fits.
  const seconds = wanted > limit.most ? limit.hours * 3_600 : (row?.seconds ?? 0);
  return { ...limit, cards: row?.cards ?? 0, seconds };
}

/**
 * An admin's act beyond the limit takes a mailed code. Then it counts for nothing, and
 * neither does what came before it. An act that gives a role or shuts an admin out takes
 * a code too, one code for both. Returns the cards to store.
 */
async function requireConfirmed(
  deps: Pick<Deps, 'em' | 'keys'>,
  actor: UserActor,
  act: CardAct,
): Promise<number> {
  const { kind, cards, code, subjects, roles = [] } = act;
  const before =
    cards > 0
      ? await count(deps.em, actor, withoutCode, cards)
      : { cards: 0, seconds: 0 };
  const isBeyond = before.seconds > 0;
  const all = before.cards + cards;
  if (!isBeyond && all > mostUnheard) {
    await requestMails(deps.em, { actorId: actor.id, cards: all, code: 'unneeded' });
  }
  if (!isBeyond && roles.length === 0) {
    return cards;
  }
  // Not how many cards: an account that makes cards meanwhile would void the code.
  const detail = [kind, subjects.map(({ id }) => id).toSorted(), roles];
  const coded = isBeyond ? 'change_cards' : 'give_role';
  await requireCode(deps, actor, { act: coded, detail, code });
  if (!isBeyond) {
    return cards;
  }
  await forgetAwaited(deps.em, actor.id);
  await requestMails(deps.em, { actorId: actor.id, cards, code: 'entered' });
  return 0;
}

/**
 * Call it after `lockBrake`, before the act's cards are stored, inside `changeCards`.
 * Returns how many to store. Throws `Braked`.
 */
export async function requireUnbraked(
  deps: Pick<Deps, 'em' | 'keys'>,
  actor: Moderator,
  act: CardAct,
): Promise<number> {
  const { em } = deps;
  if (!isBraked(actor)) {
    return act.cards;
  }
  if (confirmsByCode(actor)) {
    return requireConfirmed(deps, actor, act);
  }
  if (act.cards === 0) {
    return 0;
  }
  const [hour, day] = [
    await count(em, actor, limits.hour, act.cards),
    await count(em, actor, limits.day, act.cards),
  ];
  const first = [hour, day].find(({ seconds }) => seconds > 0);
  if (first) {
    const seconds = Math.max(hour.seconds, day.seconds);
    throw new Braked(act, { ...first, cardsInHour: hour.cards, seconds });
  }
  return act.cards;
}

import type { Executor, ModerationReason, WaitingActKind } from '@namecard/db';
import type { KeyActor, Moderator, UserActor } from '../../access/caller.ts';
import type { NewAction } from '../../audit/record-action.ts';
import type { Deps } from '../../context.ts';
import { countCards, lockCards } from './brake.sql.ts';
import { isBraked, type Limit, limits } from './policy.ts';

/** An act on cards, as it is stored if it must wait. */
export type CardAct = Pick<NewAction, 'note' | 'privateNote'> & {
  reason?: ModerationReason | null;
  kind: WaitingActKind;
  /** Profiles with their revisions when they were locked, or events to undo. */
  subjects: readonly { id: string; revision?: number }[];
  /** The owners of the profiles, or the users of the events. */
  ownerIds: readonly string[];
  /** How many profiles it counts as. */
  cards: number;
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

/** Locks the actor's counts until the transaction ends. */
export async function lockBrake(
  { em }: Pick<Deps, 'em'>,
  actor: Moderator,
): Promise<void> {
  if (isBraked(actor)) {
    await lockCards(em, { id: actor.id });
  }
}

async function count(
  em: Executor,
  { id }: UserActor | KeyActor,
  limit: Limit,
  wanted: number,
) {
  const [row] = await countCards(em, { ...limit, id, wanted });
  return { ...limit, cards: row?.cards ?? 0, seconds: row?.seconds ?? 0 };
}

/** Call it after `lockBrake`, before the act's `cards` are stored. Throws `Braked`. */
export async function requireUnbraked(
  { em }: Pick<Deps, 'em'>,
  actor: Moderator,
  act: CardAct,
): Promise<void> {
  if (!isBraked(actor) || act.cards === 0) {
    return;
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
}

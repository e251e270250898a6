import { mailingCode, unconfirmedAct } from '../../access/act-codes.ts';
import type { Moderator, UserActor } from '../../access/caller.ts';
import { lockModerator } from '../../access/moderator.ts';
import type { Deps } from '../../context.ts';
import type { AppError } from '../../errors.ts';
import { inTransaction } from '../../transaction.ts';
import { Braked, countUnconfirmed, lockBrake } from './brake.ts';
import { countWaiting } from './change-cards.sql.ts';
import { keyBraked, waitsForAdmin } from './errors.ts';
import { isBraked, mostWaiting } from './policy.ts';
import { requestMails } from './request-mails.sql.ts';
import { storeAct } from './store-act.ts';

/** Stores an act for an admin, unless it already waits or too many do. */
async function keepWaiting(
  deps: Deps,
  actor: UserActor,
  { act, reached }: Braked,
): Promise<AppError> {
  await lockBrake(deps, actor);
  await lockModerator(deps, actor);
  const { waiting, isKept } = await countWaiting(deps.em, actor.id, act);
  const waits = isKept || waiting < mostWaiting;
  if (waits && !isKept) {
    await storeAct(deps, actor, act);
  }
  return waitsForAdmin(reached, waits);
}

/** Stores the act, requests the mails and returns the actor's error. */
const refusalOf = (deps: Deps, actor: Moderator, braked: Braked): Promise<AppError> =>
  inTransaction(deps, async (inner) => {
    const refusal =
      actor.kind === 'user'
        ? await keepWaiting(inner, actor, braked)
        : keyBraked(braked.reached);
    if (isBraked(actor)) {
      const { cardsInHour: cards } = braked.reached;
      await requestMails(inner.em, { actorId: actor.id, cards, code: null });
    }
    return refusal;
  });

/**
 * Requests a mail to the admins for the case that nobody enters the code. A wrong code
 * does not keep it away.
 */
async function awaitingCode<Result>(
  deps: Deps,
  actor: Moderator,
  act: () => Promise<Result>,
): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (isBraked(actor) && unconfirmedAct(error) === 'change_cards') {
      await inTransaction(deps, async ({ em }) => {
        const cards = await countUnconfirmed(em, actor);
        await requestMails(em, { actorId: actor.id, cards, code: 'awaited' });
      });
    }
    throw error;
  }
}

/**
 * Changes profiles in a transaction. Beyond the actor's limit nothing is done, and
 * admins get a mail once a day. A person's act then waits (`WAITS_FOR_ADMIN`). A
 * service key has to retry later (`RATE_LIMITED`). An admin needs a mailed code
 * (`CODE_REQUIRED`, `CODE_INVALID`), and admins get a mail if nobody enters it. Never
 * call it inside a transaction.
 */
export async function changeCards<Result>(
  deps: Deps,
  actor: Moderator,
  work: (inner: Deps) => Promise<Result>,
): Promise<Result> {
  try {
    const act = (inner: Deps) => lockBrake(inner, actor).then(() => work(inner));
    return await mailingCode(deps, () =>
      awaitingCode(deps, actor, () => inTransaction(deps, act)),
    );
  } catch (error) {
    if (error instanceof Braked) {
      throw await refusalOf(deps, actor, error);
    }
    throw error;
  }
}

import type { ErasureReason } from '@namecard/db';
import type { z } from 'zod';
import { mailingCode, requireCode } from '../../access/act-codes.ts';
import type { Moderator } from '../../access/caller.ts';
import { lastAdmin, userNotFound } from '../../access/errors.ts';
import { lockModerator, requireCanActOn } from '../../access/moderator.ts';
import { addressKey } from '../../addresses.ts';
import { recordEvent } from '../../audit/record-action.ts';
import { limitReadings } from '../../audit/record-reading.ts';
import type { Deps } from '../../context.ts';
import { lockAddresses } from '../../invitations/invitations.sql.ts';
import { deleteAddress } from '../../mail/forget-address.sql.ts';
import { inSnapshot, inTransaction } from '../../transaction.ts';
import { lockAddressOf } from '../../users/erasure/erase-user.sql.ts';
import { eraseUser } from '../../users/erasure/erase-user.ts';
import { eraseOwn } from '../../users/erasure/remove-me.ts';
import { exportOf } from '../../users/export-user.ts';
import type { PersonalData, UserId } from '../../users/schemas.ts';
import type { MailAddress } from '../mail/schemas.ts';
import { readAboutPerson } from './about-person.sql.ts';
import { canSuspend } from './policy.ts';
import { loadForAction } from './role-and-suspension.ts';
import {
  type EraseAddressInput,
  type EraseUserInput,
  PersonalFile,
  type UserErased,
} from './schemas.ts';

/** Locks the user's row and all admins. */
async function loadOther(deps: Deps, actor: Moderator, id: string) {
  const subject = await loadForAction(deps, actor, id);
  if (!subject) {
    throw userNotFound();
  }
  requireCanActOn(deps, actor, subject.user.emailKey);
  return subject;
}

/** Names nobody. */
const recordErasure = (deps: Deps, actor: Moderator, reason: ErasureReason) =>
  recordEvent(deps, actor, { type: 'user.erased' }, { reason });

/**
 * The record does not name the user, and is left out for the actor's own erasure.
 * It can't be undone. Fails with `USER_NOT_FOUND`, `CONFIGURED_ADMIN`,
 * `LAST_ADMIN`, `CODE_REQUIRED`, `CODE_INVALID`.
 */
export async function eraseOther(
  deps: Deps,
  actor: Moderator,
  { id, reason, code }: z.infer<typeof EraseUserInput>,
): Promise<z.infer<typeof UserErased>> {
  const confirmed = { act: 'erase_user', detail: id, code } as const;
  const erase = async (inner: Deps) => {
    if (actor.kind === 'user' && actor.id === id) {
      await eraseOwn(inner, actor, () => requireCode(inner, actor, confirmed));
      return { data: { action: null } };
    }
    await lockAddressOf(inner.em, id);
    const { locked } = await loadOther(inner, actor, id);
    if (!canSuspend(locked)) {
      throw lastAdmin();
    }
    await requireCode(inner, actor, confirmed);
    const action = await recordErasure(inner, actor, reason);
    await eraseUser(inner, id);
    return { data: { action } };
  };
  return mailingCode(deps, () => inTransaction(deps, erase));
}

/**
 * Forgets an address without an account, that was invited, asked for codes or was left
 * with a report. Wrong codes of the last 24 hours, an operator's block, a ban, its owner's
 * no to mails and a change to it that a member asked for stay. Fails with `CODE_REQUIRED`, `CODE_INVALID`.
 */
export async function eraseAddress(
  deps: Deps,
  actor: Moderator,
  { address, reason, code }: z.infer<typeof EraseAddressInput>,
): Promise<z.infer<typeof UserErased>> {
  const key = addressKey(address);
  const erase = async (inner: Deps) => {
    await lockAddresses(inner.em, [key]);
    await lockModerator(inner, actor, 'admin');
    if (!(await deleteAddress(inner.em, key))) {
      return { data: { action: null } };
    }
    await requireCode(inner, actor, { act: 'erase_user', detail: key, code });
    return { data: { action: await recordErasure(inner, actor, reason) } };
  };
  return mailingCode(deps, () => inTransaction(deps, erase));
}

/**
 * @param id null for an address without an account
 * Fails with `USER_NOT_FOUND`, `CONFIGURED_ADMIN`, `RATE_LIMITED`.
 */
const recordExport = (deps: Deps, actor: Moderator, id: string | null) =>
  inTransaction(deps, async (inner) => {
    await (id === null
      ? lockModerator(inner, actor, 'admin')
      : loadOther(inner, actor, id));
    await recordEvent(inner, actor, { type: 'user.exported', userId: id });
    if (actor.kind !== 'operator') {
      await limitReadings(inner, actor);
    }
  });

/**
 * The user's data, to be handed to them, and what others wrote about them, to be weighed
 * first. Fails with the same errors.
 */
export async function exportOther(
  deps: Deps,
  actor: Moderator,
  { id }: z.infer<typeof UserId>,
  most?: number,
) {
  await recordExport(deps, actor, id);
  return inSnapshot(deps, async ({ em }) => {
    const aboutThisPerson = await readAboutPerson(em, id);
    const { data } = await exportOf(em, { userId: id }, most);
    return PersonalFile.parse({ data: { ...data, aboutThisPerson } });
  });
}

/** What is kept with an address without an account. Empty if it has one. */
export async function exportAddress(
  deps: Deps,
  actor: Moderator,
  { address }: z.infer<typeof MailAddress>,
  most?: number,
): Promise<z.infer<typeof PersonalData>> {
  await recordExport(deps, actor, null);
  return inSnapshot(deps, ({ em }) =>
    exportOf(em, { address: addressKey(address) }, most),
  );
}

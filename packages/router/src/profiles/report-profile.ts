import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { languageOf } from '../access/language.ts';
import { countWrite } from '../access/limit-writes.ts';
import { lockActor, lockPeople } from '../access/locks.sql.ts';
import { addressKey } from '../addresses.ts';
import type { Deps } from '../context.ts';
import { AppError, tokenInvalid } from '../errors.ts';
import { openReported } from '../items/open-items.sql.ts';
import type { Nothing } from '../schemas.ts';
import { inTransaction } from '../transaction.ts';
import { profileNotFound } from './errors.ts';
import type { Input } from './input.ts';
import { limitReports, type Reporter, sourceOf } from './limit-reports.ts';
import {
  findApproved,
  insertReport,
  lockShown,
  readReporter,
} from './report-profile.sql.ts';
import { findSeen, loadShown } from './visibility.ts';

type Report = Pick<Input<'ReportProfileInput'>, 'reason'> & {
  profileId: string;
  revision: number;
  reporterId: string | null;
  /** Whether the account is old enough to open an approved card again. */
  isSettled: boolean;
};

/** The open item, or the closed one if the card was approved unchanged. */
async function itemOf({ em, random }: Deps, report: Report): Promise<string> {
  const { profileId, reason, reporterId, isSettled } = report;
  const approved = await findApproved(em, report, reporterId);
  const isOpenedAgain = isSettled && approved?.isTheirs === false;
  if (approved && !isOpenedAgain) {
    return approved.id;
  }
  const urgent = reason === 'danger';
  const [open] = await openReported(em, { id: random.id(), profileId, urgent });
  if (!open) {
    throw new Error('No item was opened, although the card is locked');
  }
  return open.id;
}

/** Whether the reporter is neither erased nor suspended, until the transaction ends. */
async function isReporting(
  { em }: Pick<Deps, 'em'>,
  there: ReadonlySet<string>,
  id: string,
): Promise<boolean> {
  const reporter = there.has(id) ? await lockActor(em, { id }) : undefined;
  return reporter?.isSuspended === false;
}

/** What somebody without an account left. A member is known, and hears by their account. */
function signatureOf(
  { settings }: Pick<Deps, 'settings'>,
  { actor, acceptLanguage }: Reporter,
  { name, email }: Pick<Input<'ReportProfileInput'>, 'name' | 'email'>,
) {
  if (actor) return { name: null, email: null, language: null };
  const language = languageOf(acceptLanguage, settings.product.language) ?? null;
  // As it is compared: the database's own collation may fold letters differently.
  const address = email ? addressKey(email) : null;
  return { name: name?.trim() || null, email: address, language };
}

type Found = Pick<Awaited<ReturnType<typeof loadShown>>, 'ownerId' | 'usernameKey'>;

type Account = Awaited<ReturnType<typeof readReporter>> | null;

type Sent = Omit<Input<'ReportProfileInput'>, 'username'> & {
  /** A receipt would tell somebody who can't read the card that there is one. */
  withoutReceipt: boolean;
};

/** Fails with `PROFILE_NOT_FOUND` if the card was hidden or deleted meanwhile. */
const store = (
  deps: Deps,
  reporter: Reporter,
  account: Account,
  { ownerId, usernameKey }: Found,
  { reason, text, withoutReceipt, ...typed }: Sent,
): Promise<void> =>
  inTransaction(deps, async (inner) => {
    const reporterId = reporter.actor?.id ?? null;
    const people = [ownerId, ...(reporterId === null ? [] : [reporterId])];
    const there = await lockPeople(inner.em, people);
    if (reporterId !== null && !(await isReporting(inner, there, reporterId))) {
      throw tokenInvalid();
    }
    const card = await lockShown(inner.em, { key: usernameKey });
    if (!card) {
      throw profileNotFound();
    }
    const report = {
      profileId: card.id,
      revision: card.revision,
      reporterId,
      isSettled: account?.isSettled ?? false,
      reason,
      text: text?.trim() || null,
      withoutReceipt,
      ...signatureOf(inner, reporter, typed),
      ...sourceOf(deps, reporter, account?.isNew ?? false),
    };
    const itemId = await itemOf(inner, report);
    await insertReport(inner.em, { ...report, id: inner.random.id(), itemId });
    if (reporterId !== null) await countWrite(inner, reporterId);
  });

/** Milliseconds of an answer to people who can't read the card. Storing takes a few. */
export const unseenMs = 300;

const isNotFound = (error: unknown): boolean =>
  error instanceof AppError && error.reason === 'PROFILE_NOT_FOUND';

/**
 * For people who can't read the card. They pay the same limits and get the same answer in
 * the same time, whether or not there is a card. So no report tells who is a member.
 */
async function reportUnseen(
  deps: Deps,
  reporter: Reporter,
  { username, ...report }: Input<'ReportProfileInput'>,
): Promise<void> {
  await limitReports(deps, reporter, { reason: report.reason, isNew: false });
  const storing = async () => {
    const card = await loadShown(deps.em, username);
    await store(deps, reporter, null, card, { ...report, withoutReceipt: true });
  };
  const [stored] = await Promise.allSettled([storing(), sleep(unseenMs)]);
  if (stored.status === 'rejected' && !isNotFound(stored.reason)) throw stored.reason;
}

/** Whether somebody without a token reads this card. */
async function isReadByAnybody(
  { em, settings }: Deps,
  username: string,
): Promise<boolean> {
  const card = settings.publicProfiles && (await findSeen(em, undefined, username));
  return Boolean(card);
}

/**
 * All reports of a card are one item, which only a decision closes. Reports never
 * hide a card by themselves. Fails with `PROFILE_NOT_FOUND`, `REPORT_LIMIT`,
 * `REPORTS_FULL`.
 */
export async function reportProfile(
  deps: Deps,
  reporter: Reporter,
  { username, ...report }: Input<'ReportProfileInput'>,
): Promise<z.infer<typeof Nothing>> {
  const { actor } = reporter;
  if (actor === undefined && !(await isReadByAnybody(deps, username))) {
    await reportUnseen(deps, reporter, { username, ...report });
    return { data: null };
  }
  const card = await loadShown(deps.em, username);
  const account =
    actor === undefined ? null : await readReporter(deps.em, { id: actor.id });
  if (account === undefined) {
    throw tokenInvalid();
  }
  const isNew = account?.isNew ?? false;
  await limitReports(deps, reporter, { reason: report.reason, isNew });
  await store(deps, reporter, account, card, { ...report, withoutReceipt: false });
  return { data: null };
}

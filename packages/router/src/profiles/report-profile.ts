import type { z } from 'zod';
import { countWrite } from '../access/limit-writes.ts';
import { lockActor, lockPeople } from '../access/locks.sql.ts';
import type { Deps } from '../context.ts';
import { tokenInvalid } from '../errors.ts';
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
import { loadVisible } from './visibility.ts';

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
  const reporter = there.has(id) ? await lockActor(em, id) : undefined;
  return reporter?.isSuspended === false;
}

/**
 * All reports of a card are one item, which only a decision closes. Reports never
 * hide a card by themselves. Fails with `PROFILE_NOT_FOUND`, `REPORT_LIMIT`,
 * `REPORTS_FULL`.
 */
export async function reportProfile(
  deps: Deps,
  reporter: Reporter,
  { username, reason, text }: Input<'ReportProfileInput'>,
): Promise<z.infer<typeof Nothing>> {
  // Loads it as for a stranger: a hidden card is already decided.
  const { ownerId, usernameKey } = await loadVisible(deps.em, undefined, username);
  const reporterId = reporter.actor?.id ?? null;
  const account = reporterId === null ? null : await readReporter(deps.em, reporterId);
  if (account === undefined) {
    throw tokenInvalid();
  }
  const isNew = account?.isNew ?? false;
  await limitReports(deps, reporter, { reason, isNew });
  return inTransaction(deps, async (inner) => {
    const people = [ownerId, ...(reporterId === null ? [] : [reporterId])];
    const there = await lockPeople(inner.em, people);
    if (reporterId !== null && !(await isReporting(inner, there, reporterId))) {
      throw tokenInvalid();
    }
    const card = await lockShown(inner.em, usernameKey);
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
      ...sourceOf(deps, reporter, isNew),
    };
    const itemId = await itemOf(inner, report);
    await insertReport(inner.em, { ...report, id: inner.random.id(), itemId });
    if (reporterId !== null) await countWrite(inner, reporterId);
    return { data: null };
  });
}

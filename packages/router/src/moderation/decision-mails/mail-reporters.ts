import type { Decisions } from '@namecard/email';
import { isNeverMailed, neverAgainHash } from '../../mail/never-again.sql.ts';
import { type DecisionMailDeps, deliverDecisions } from './deliver-decisions.ts';
import {
  claimReporter,
  type DueReporter,
  emptyReporters,
  findTold,
  recordHeard,
} from './mail-reporters.sql.ts';

/*
 * Mails people without an account that their report arrived, and what became of it.
 *
 * Problem: anybody can type anybody's address. So a flood of reports must neither fill a
 * mailbox nor delay another mail.
 *
 * Plan: the job of decision mails sends them when it has nothing else to send, so after
 * all other mail and at most 200 an hour. The text is fixed. An address gets three a
 * day, one of them about decisions, and none once its owner has said “never again”.
 *
 * Price: a mail is sent twice if the process ends before it records the outcome.
 */

/** Returns whether no further try is wanted. */
async function deliver(
  deps: DecisionMailDeps,
  { email, language }: { email: string; language: DueReporter['language'] },
  answers: Decisions['answers'],
): Promise<boolean> {
  const decisions = { hidden: [], suspended: null, answers, isUnproven: true };
  const recipient = { userId: null, email, language };
  const end = await deliverDecisions(deps, recipient, decisions);
  return end !== 'failed' && end !== 'held';
}

async function tellDecisions(
  deps: DecisionMailDeps,
  { email, language }: DueReporter & { email: string },
): Promise<boolean> {
  const { em } = deps.orm;
  const { ids, answers } = await findTold(em, email);
  const isMailed = answers.length > 0;
  if (!isMailed || (await deliver(deps, { email, language }, answers))) {
    await emptyReporters(em, ids);
  }
  return isMailed;
}

/** Returns whether the provider was asked to deliver; undefined if nobody is due. */
export async function mailNextReporter(
  deps: DecisionMailDeps,
): Promise<boolean | undefined> {
  const { em } = deps.orm;
  const due = await claimReporter(em);
  if (!due) {
    return undefined;
  }
  const { id, email, language } = due;
  const hash = email === null ? null : neverAgainHash(deps.hashes, email);
  if (email === null || due.isSuppressed || (await isNeverMailed(em, hash))) {
    await emptyReporters(em, [id]);
    return false;
  }
  if (due.isHeard) {
    return tellDecisions(deps, { ...due, email });
  }
  if (due.isFull || (await deliver(deps, { email, language }, ['report_received']))) {
    await recordHeard(em, id);
  }
  return !due.isFull;
}

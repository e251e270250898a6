import type { Executor, Orm } from '@namecard/db';
import type { Mailer, Message } from '@namecard/email';
import { z } from 'zod';
import type { Hashes } from '../access/hashes.ts';
import type { Settings } from '../context.ts';
import type { Step } from '../jobs/claimed-jobs.ts';
import type { ClaimedJob } from '../jobs/jobs.sql.ts';
import { pauseAfter } from '../jobs/worker.ts';
import { readAdmins } from './admins.sql.ts';
import { endOf } from './provider-hold.sql.ts';
import { suppressedAmong } from './recipients.sql.ts';

/** By role or by `ADMIN_EMAILS`. Leaves out addresses that operators blocked. */
export async function adminsToMail(
  em: Executor,
  { adminEmails }: Pick<Settings, 'adminEmails'>,
): Promise<string[]> {
  const admins = new Map(
    [...adminEmails, ...(await readAdmins(em))].map((to) => [to.toLowerCase(), to]),
  );
  const suppressed = await suppressedAmong(em, [...admins.keys()]);
  return [...admins].flatMap(([key, to]) => (suppressed.has(key) ? [] : to));
}

export type AdminMailDeps = {
  orm: Orm;
  hashes: Hashes;
  mailer: Pick<Mailer, 'deliver'>;
  settings: Pick<Settings, 'adminEmails'>;
};

/** The progress of a job that mails all admins: keyed hashes of those who have had the mail. */
const MailedAdmins = z.object({ mailed: z.array(z.string()) }).catch({ mailed: [] });

type Given = {
  mailed: readonly string[];
  /** Somebody who is not to be mailed. */
  except?: string | null;
};

type Mailed = {
  mailed: string[];
  /**
   * `failed`: no mail leaves now, and some are left. `unanswered`: the same, and the
   * provider may have taken them.
   */
  end: 'mailed' | 'failed' | 'unanswered' | 'done';
};

/** Mails one admin who has not had this mail. Each gets it once, from any instance. */
export async function mailNextAdmin(
  { orm: { em }, hashes, mailer, settings }: AdminMailDeps,
  mail: Omit<Message, 'to'>,
  { mailed, except }: Given,
): Promise<Mailed> {
  const hashOf = (to: string) => hashes.of('mails', to.toLowerCase());
  const left = (await adminsToMail(em, settings)).filter(
    (to) => to.toLowerCase() !== except?.toLowerCase() && !mailed.includes(hashOf(to)),
  );
  let end: Mailed['end'] = left.length > 0 ? 'failed' : 'done';
  for (const to of left) {
    const ended = await endOf(em, await mailer.deliver({ ...mail, to }));
    if (ended !== 'failed' && ended !== 'unanswered') {
      return { mailed: [...mailed, hashOf(to)], end: 'mailed' };
    }
    if (ended === 'unanswered') {
      end = ended;
    }
  }
  return { mailed: [...mailed], end };
}

/** Least seconds until a mail is sent again that failed, or that may have arrived. */
const pauses = { failed: 300, unanswered: 3_600 };

/** Seconds until the next try. */
export const untilNextAdmin = (end: 'mailed' | keyof typeof pauses, age: number) =>
  end === 'mailed' ? 0 : pauseAfter(age, pauses[end]);

/** The step of a job that mails all admins. Returns undefined if all have had the mail. */
export async function tellAdmins(
  deps: AdminMailDeps,
  mail: Omit<Message, 'to'>,
  { progress, age }: Pick<ClaimedJob, 'progress' | 'age'>,
): Promise<Step | undefined> {
  const { mailed, end } = await mailNextAdmin(deps, mail, MailedAdmins.parse(progress));
  return end === 'done'
    ? undefined
    : { progress: { mailed }, seconds: untilNextAdmin(end, age) };
}

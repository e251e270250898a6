import { webhookOffMail } from '@namecard/email';
import { z } from 'zod';
import type { Settings } from '../../context.ts';
import { jobsInSteps, type Step } from '../../jobs/claimed-jobs.ts';
import type { ClaimedJob } from '../../jobs/jobs.sql.ts';
import { type AdminMailDeps, mailNextAdmin } from '../../mail/admins.ts';
import { readSwitchedOff } from './mail-admins.sql.ts';

/** Jobs that tell admins of an endpoint that was switched off. The key is its id. */
export const offKind = 'webhook_off';

/** Keyed hashes of the admins who have had the mail. */
const Progress = z.object({ mailed: z.array(z.string()) }).catch({ mailed: [] });

type OffMailDeps = AdminMailDeps & { settings: Pick<Settings, 'product'> };

/** Seconds of the lease of a step. */
const lease = 600;

/** Seconds until the next mail, or the next try. */
const seconds = { mailed: 0, failed: 300, unanswered: 300 };

/** Sends directly: the outbox is only for codes. */
async function mailNext(
  deps: OffMailDeps,
  { key, progress }: ClaimedJob,
): Promise<Step | undefined> {
  const off = await readSwitchedOff(deps.orm.em, key);
  if (!off) {
    return undefined;
  }
  const { product } = deps.settings;
  const { host } = new URL(off.url);
  const mail = webhookOffMail({ product, host, isGone: off.isGone });
  const { mailed, end } = await mailNextAdmin(deps, mail, Progress.parse(progress));
  return end === 'done' ? undefined : { progress: { mailed }, seconds: seconds[end] };
}

export const mailing = (deps: OffMailDeps) =>
  jobsInSteps(deps, { kind: offKind, lease, run: (due) => mailNext(deps, due) });

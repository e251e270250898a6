import { webhookOffMail } from '@namecard/email';
import type { Settings } from '../../context.ts';
import { jobsInSteps, type Step } from '../../jobs/claimed-jobs.ts';
import type { ClaimedJob } from '../../jobs/jobs.sql.ts';
import { type AdminMailDeps, tellAdmins } from '../../mail/admins.ts';
import { readSwitchedOff } from './mail-admins.sql.ts';

/** Jobs that tell admins of an endpoint that was switched off. The key is its id. */
export const offKind = 'webhook_off';

type OffMailDeps = AdminMailDeps & { settings: Pick<Settings, 'product'> };

/** Seconds of the lease of a step. */
const lease = 600;

/** Sends directly: the outbox is only for codes. */
async function mailNext(deps: OffMailDeps, job: ClaimedJob): Promise<Step | undefined> {
  const off = await readSwitchedOff(deps.orm.em, job.key);
  if (!off) {
    return undefined;
  }
  const { product } = deps.settings;
  const { host } = new URL(off.url);
  const mail = webhookOffMail({ product, host, isGone: off.isGone });
  return tellAdmins(deps, mail, job);
}

export const mailing = (deps: OffMailDeps) =>
  jobsInSteps(deps, { kind: offKind, lease, run: (due) => mailNext(deps, due) });

import type { Telemetry } from '../telemetry.ts';
import { readBrake, readBrakeOfAll } from './budget/brake.sql.ts';
import type { MailDeps } from './delivery.ts';
import { findTrouble } from './trouble.sql.ts';

/** Whether mail to strangers waits because the shared budget is used up. */
export async function isMailHeld({
  orm,
  settings: { mailsPerHour },
}: Pick<MailDeps, 'orm' | 'settings'>): Promise<boolean> {
  const [row] = mailsPerHour > 0 ? await readBrakeOfAll(orm.em, { mailsPerHour }) : [];
  return row?.byAll ?? false;
}

/** A single held source is not a problem of the service. */
export async function isMailDegraded(
  deps: Pick<MailDeps, 'orm' | 'settings'>,
): Promise<boolean> {
  const troubles = await findTrouble(deps.orm.em);
  return troubles.length > 0 || isMailHeld(deps);
}

/** Tells the operator why mail waits now. Returns the provider's reason. */
export async function reportWaiting({
  orm,
  settings: { mailsPerHour },
  telemetry,
}: Pick<MailDeps, 'orm' | 'settings'> & { telemetry: Telemetry }): Promise<
  string | undefined
> {
  const [trouble] = await findTrouble(orm.em);
  if (trouble) {
    telemetry.mailTroubled(trouble.reason);
  }
  const [held] = mailsPerHour > 0 ? await readBrake(orm.em, { mailsPerHour }) : [];
  if (held?.byAll) {
    telemetry.limited('mails_per_hour');
  }
  if (held?.bySource) {
    telemetry.limited('mails_per_source');
  }
  if (held?.byUnforwarded) {
    telemetry.forwardsNothing();
  }
  return trouble?.reason;
}

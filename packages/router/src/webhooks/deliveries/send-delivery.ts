import { isoInstant, retry } from '@namecard/db';
import { system } from '../../access/caller.ts';
import type { KeyRing } from '../../access/keys.ts';
import { recordEvent } from '../../audit/record-action.ts';
import { readChanges } from '../../changes/changes.sql.ts';
import type {
  Deps,
  SeenByOthers,
  Settings,
  WebhookAnswer,
  WebhookSender,
} from '../../context.ts';
import { ensureJobs } from '../../jobs/jobs.sql.ts';
import { backOff } from '../../jobs/worker.ts';
import type { AdminMailDeps } from '../../mail/admins.ts';
import type { Telemetry } from '../../telemetry.ts';
import { inTransaction } from '../../transaction.ts';
import { named } from '../endpoint.ts';
import { openSecrets } from '../secrets.ts';
import { changeBody, isAccepted, outcomeOf } from '../view.ts';
import {
  dropDelivery,
  type DueDelivery,
  recordAccepted,
  recordFailed,
} from './deliveries.sql.ts';
import { offKind } from './mail-admins.ts';

export type WebhookDeps = AdminMailDeps & {
  keys: KeyRing;
  random: Deps['random'];
  webhooks: Pick<WebhookSender, 'send'>;
  settings: Pick<Settings, 'product'> & SeenByOthers;
  telemetry: Pick<Telemetry, 'webhook' | 'moderated' | 'event'>;
};

/** Longest pause between tries in seconds, whatever `Retry-After` says. */
const longestBackOff = 900;

/** Returns undefined if the change is deleted. */
export async function sendDelivery(
  { orm, keys, webhooks, settings }: WebhookDeps,
  due: DueDelivery,
): Promise<WebhookAnswer | undefined> {
  const [change] = await readChanges(orm.em, due.number - 1, 1);
  if (change?.number !== due.number) {
    return undefined;
  }
  const secrets = openSecrets(keys, due.endpointId, due);
  if (!secrets) {
    throw new Error('A delivery was claimed, but its secret key is not in use');
  }
  const id = `${due.feedId}_${due.number}`;
  const body = changeBody(change, settings);
  return webhooks.send({ url: due.url, id, at: isoInstant(due.at), secrets, body });
}

/** Seconds until the next try. `Retry-After` can only prolong them. */
const pauseAfter = (answer: WebhookAnswer, attempts: number) =>
  Math.max(
    backOff(attempts, longestBackOff),
    Math.min(('status' in answer && answer.retryAfter) || 0, longestBackOff),
  );

type Failure = Parameters<typeof recordFailed>[1];

/** If the failure switches the endpoint off, the service is the actor. Admins get a mail. */
const writeFailure = (
  { orm, random, telemetry }: Pick<WebhookDeps, 'orm' | 'random' | 'telemetry'>,
  failure: Failure,
) =>
  inTransaction({ em: orm.em, random, telemetry }, async (inner) => {
    const [failed] = await recordFailed(inner.em, failure);
    if (failed?.isSwitchedOff) {
      await recordEvent(inner, system, {
        type: 'webhook.changed',
        before: { state: 'on' },
        after: { ...named(failure.url), state: 'failed' },
      });
      const keys = [failure.endpointId];
      await ensureJobs(inner.em, { kind: offKind, keys, minutes: 0, hastens: false });
    }
    return failed;
  });

export async function recordAnswer(
  deps: Pick<WebhookDeps, 'orm' | 'random' | 'telemetry'>,
  due: DueDelivery,
  answer: WebhookAnswer | undefined,
): Promise<void> {
  const { orm, telemetry } = deps;
  if (answer === undefined) {
    await dropDelivery(orm.em, due);
    return;
  }
  const { endpointId, number, attempts, url } = due;
  const tried = { endpointId, number, attempts, outcome: outcomeOf(answer) };
  if (isAccepted(answer)) {
    // An admin may change the endpoint at this moment.
    await retry(() => recordAccepted(orm.em, tried));
    telemetry.webhook('accepted');
    return;
  }
  const isGone = 'status' in answer && answer.status === 410;
  const failure = { ...tried, url, seconds: pauseAfter(answer, attempts), isGone };
  const failed = await writeFailure(deps, failure);
  telemetry.webhook('status' in answer ? 'refused' : 'unanswered');
  if (failed?.isSetAside) {
    telemetry.webhook('set_aside');
  }
  if (failed?.isSwitchedOff) {
    telemetry.webhook('switched_off');
  }
}

import { type AuditEventType, WebhookEndpoint } from '@namecard/db';
import type { SignedInUser } from '../access/caller.ts';
import { lockModerator } from '../access/moderator.ts';
import { recordEvent } from '../audit/record-action.ts';
import type { Deps } from '../context.ts';
import { invalidField } from '../errors.ts';
import type { EntityManager } from '../transaction.ts';
import { lockEndpoint, readEndpoints } from './endpoints.sql.ts';
import { webhookNotFound } from './errors.ts';
import { webhookView } from './view.ts';

/** Fails with `INPUT_INVALID` for an address that is not allowed. */
export function requireTaken({ webhooks }: Deps, url: string): void {
  if (!webhooks.takes(url)) {
    throw invalidField('url', 'Must begin with https://.');
  }
}

/** Only the host goes into the history: a path may hold a secret. */
export const named = (url: string) => ({ webhook: new URL(url).host });

export type Details = {
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
};

/** Records the action and flushes the entity's changes. */
export const record = (
  deps: Deps,
  actor: SignedInUser,
  type: AuditEventType,
  { url }: { url: string },
  { before = {}, after = {} }: Details = {},
) => recordEvent(deps, actor, { type, before, after: { ...named(url), ...after } });

/** Locks the endpoint and the actor's role. */
export async function loadEndpoint(
  deps: Deps,
  actor: SignedInUser,
  id: string,
): Promise<WebhookEndpoint> {
  await lockModerator(deps, actor, 'admin');
  if (!(await lockEndpoint(deps.em, id))) {
    throw webhookNotFound();
  }
  return deps.em.findOneOrFail(WebhookEndpoint, id);
}

export async function readOne(
  { em, keys }: { em: EntityManager; keys: Deps['keys'] },
  id: string,
) {
  const [row] = await readEndpoints(em, id);
  if (!row) {
    throw webhookNotFound();
  }
  return webhookView(row, keys);
}

import { type AuditEventType, WebhookEndpoint } from '@namecard/db';
import type { SignedInUser } from '../access/caller.ts';
import { lockModerator } from '../access/moderator.ts';
import { recordAction } from '../audit/record-action.ts';
import type { Deps } from '../context.ts';
import { invalidField } from '../errors.ts';
import type { EntityManager } from '../transaction.ts';
import { lockEndpoint, readEndpoints } from './endpoints.sql.ts';
import { webhookNotFound } from './errors.ts';
import { webhookView } from './view.ts';

/** Gives `INPUT_INVALID` for an address that nothing is sent to. */
export function requireTaken({ webhooks }: Deps, url: string): void {
  if (!webhooks.takes(url)) {
    throw invalidField('url', 'Must begin with https://.');
  }
}

/** What the history has of an endpoint: the rest of an address may hold a secret of its receiver's. */
export const named = (url: string) => ({ webhook: new URL(url).host });

export type Details = {
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
};

/** Writes down what was done to an endpoint, and what its entity has changed. */
export const record = (
  deps: Deps,
  actor: SignedInUser,
  type: AuditEventType,
  { url }: { url: string },
  { before = {}, after = {} }: Details = {},
) =>
  recordAction(deps, actor, { type }, [
    { type, userId: null, before, after: { ...named(url), ...after } },
  ]);

/** The endpoint, locked and to be edited by somebody who stays an admin meanwhile. */
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

import { WebhookEndpoint } from '@namecard/db';
import type { z } from 'zod';
import type { SignedInUser } from '../access/caller.ts';
import { lockModerator } from '../access/moderator.ts';
import type { Deps } from '../context.ts';
import { inTransaction } from '../transaction.ts';
import { loadEndpoint, readOne, record, requireTaken } from './endpoint.ts';
import { lockFeed } from './endpoints.sql.ts';
import { webhookLimit } from './errors.ts';
import type { CreateWebhookInput, WebhookId } from './schemas.ts';
import { newSecret, sealSecret } from './secrets.ts';

/** Each endpoint gets each change, so few are enough. */
const mostEndpoints = 20;

/** Fails with `WEBHOOK_LIMIT`. */
export async function createWebhook(
  deps: Deps,
  actor: SignedInUser,
  { url, kinds }: z.infer<typeof CreateWebhookInput>,
) {
  requireTaken(deps, url);
  const id = deps.random.id();
  const secret = newSecret(deps.random);
  const webhook = await inTransaction(deps, async (inner) => {
    await lockModerator(inner, actor, 'admin');
    const { last, endpoints } = await lockFeed(inner.em);
    if (endpoints >= mostEndpoints) {
      throw webhookLimit(mostEndpoints);
    }
    const endpoint = inner.em.create(WebhookEndpoint, {
      id,
      url,
      kinds,
      keyId: deps.keys.current.id,
      secret: sealSecret(deps.keys, id, secret),
      cursor: last,
    });
    await record(inner, actor, 'webhook.created', endpoint, {
      after: { kinds: kinds.join(', ') },
    });
    return readOne(inner, id);
  });
  return { data: { webhook, secret } };
}

/** Drops deliveries that still wait. Fails with `WEBHOOK_NOT_FOUND`. */
export async function removeWebhook(
  deps: Deps,
  actor: SignedInUser,
  { id }: z.infer<typeof WebhookId>,
): Promise<{ data: null }> {
  await inTransaction(deps, async (inner) => {
    const endpoint = await loadEndpoint(inner, actor, id);
    inner.em.remove(endpoint);
    await record(inner, actor, 'webhook.ended', endpoint);
  });
  return { data: null };
}

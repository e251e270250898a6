import { WebhookEndpoint } from '@namecard/db';
import type { z } from 'zod';
import { mailingCode, requireCode } from '../access/act-codes.ts';
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

/** Fails with `WEBHOOK_LIMIT`, `CODE_REQUIRED`, `CODE_INVALID`. */
export async function createWebhook(
  deps: Deps,
  actor: SignedInUser,
  { url, kinds, code }: z.infer<typeof CreateWebhookInput>,
) {
  requireTaken(deps, url);
  const id = deps.random.id();
  const secret = newSecret(deps.random);
  const create = async (inner: Deps) => {
    await lockModerator(inner, actor, 'admin');
    const { last, endpoints } = await lockFeed(inner.em);
    if (endpoints >= mostEndpoints) {
      throw webhookLimit(mostEndpoints);
    }
    const detail = ['create', url, kinds];
    await requireCode(inner, actor, { act: 'change_webhook', detail, code });
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
  };
  const webhook = await mailingCode(deps, () => inTransaction(deps, create));
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

import { type AuditEventType, readInstant, WebhookEndpoint } from '@namecard/db';
import type { z } from 'zod';
import { lockModerator, type SignedInUser } from '../access/service.ts';
import { recordAction } from '../audit/service.ts';
import type { Deps, EntityManager } from '../context.ts';
import { invalidField } from '../errors.ts';
import { pageOf, sortKeyOf } from '../queries.ts';
import { inTransaction } from '../transaction.ts';
import { webhookLimit, webhookNotFound } from './errors.ts';
import { newSecret, openSecrets, reseal, sealSecret } from './keys.ts';
import {
  deliveryOrder,
  listDeliveries,
  lockEndpoint,
  lockFeed,
  readEndOfPrevious,
  readEndpoints,
  requeueFailed,
  restartWaiting,
} from './queries.ts';
import type {
  CreateWebhookInput,
  ListWebhookDeliveriesInput,
  ResendInput,
  SwitchWebhookInput,
  UpdateWebhookInput,
  WebhookId,
} from './schemas.ts';
import { deliveryView, isAccepted, outcomeOf, testBody, webhookView } from './view.ts';

/** Each change is sent to each: so many that nobody needs more. */
const mostEndpoints = 20;

/** Gives `INPUT_INVALID` for an address that nothing is sent to. */
function requireTaken({ webhooks }: Deps, url: string): void {
  if (!webhooks.takes(url)) {
    throw invalidField('url', 'Must begin with https://.');
  }
}

/** What the history has of an endpoint: the rest of an address may hold a secret of its receiver's. */
export const named = (url: string) => ({ webhook: new URL(url).host });

type Details = { before?: Record<string, unknown>; after?: Record<string, unknown> };

/** Writes down what was done to an endpoint, and what its entity has changed. */
const record = (
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
async function loadEndpoint(
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

async function readOne(
  { em, keys }: { em: EntityManager; keys: Deps['keys'] },
  id: string,
) {
  const [row] = await readEndpoints(em, id);
  if (!row) {
    throw webhookNotFound();
  }
  return webhookView(row, keys);
}

/** All webhooks, the oldest first. */
export async function listWebhooks({ em, keys }: Deps) {
  const rows = await readEndpoints(em);
  return { data: { webhooks: rows.map((row) => webhookView(row, keys)) } };
}

/** Makes a webhook that is told of what changes from now on. Gives `WEBHOOK_LIMIT`. */
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

/** Changes an endpoint in one way, and writes that down. Gives `WEBHOOK_NOT_FOUND`. */
const change = (
  deps: Deps,
  actor: SignedInUser,
  id: string,
  edit: (endpoint: WebhookEndpoint, em: EntityManager) => Promise<Details> | Details,
) =>
  inTransaction(deps, async (inner) => {
    const endpoint = await loadEndpoint(inner, actor, id);
    const details = await edit(endpoint, inner.em);
    await record(inner, actor, 'webhook.changed', endpoint, details);
    return readOne(inner, id);
  });

/** Has a webhook told of other changes, or at another address. Gives `WEBHOOK_NOT_FOUND`. */
export async function updateWebhook(
  deps: Deps,
  actor: SignedInUser,
  { id, url, kinds }: z.infer<typeof UpdateWebhookInput>,
) {
  requireTaken(deps, url);
  const webhook = await change(deps, actor, id, async (endpoint, em) => {
    const before = { ...named(endpoint.url), kinds: endpoint.kinds.join(', ') };
    if (url !== endpoint.url) {
      await restartWaiting(em, id);
    }
    endpoint.redirect(url, kinds);
    return { before, after: { kinds: kinds.join(', ') } };
  });
  return { data: { webhook } };
}

/**
 * Pauses a webhook, or goes on where it stood: what waits is tried for another day. What was set aside stays so. Gives
 * `WEBHOOK_NOT_FOUND`.
 */
export async function switchWebhook(
  deps: Deps,
  actor: SignedInUser,
  { id, isOn }: z.infer<typeof SwitchWebhookInput>,
) {
  const webhook = await change(deps, actor, id, async (endpoint, em) => {
    const before = { state: endpoint.state };
    if (!isOn) {
      endpoint.pause();
    } else if (before.state !== 'on') {
      endpoint.resume();
      await restartWaiting(em, id);
    }
    return { before, after: { state: endpoint.state } };
  });
  return { data: { webhook } };
}

/** Replaces a webhook's secret; the one before signs for a day as well. Gives `WEBHOOK_NOT_FOUND`. */
export async function replaceSecret(
  deps: Deps,
  actor: SignedInUser,
  { id }: z.infer<typeof WebhookId>,
) {
  const { keys } = deps;
  const secret = newSecret(deps.random);
  const webhook = await change(deps, actor, id, async (endpoint, em) => {
    // One that can't be opened signs no more.
    const isKnown = openSecrets(keys, id, endpoint) !== undefined;
    reseal(keys, endpoint);
    const sealed = {
      keyId: keys.current.id,
      secret: sealSecret(keys, id, secret),
      previousSecret: isKnown ? Buffer.from(endpoint.secret) : null,
    };
    endpoint.replaceSecret(sealed, await readEndOfPrevious(em));
    return { after: { secret: 'replaced' } };
  });
  return { data: { webhook, secret } };
}

/** Ends a webhook, and forgets what it was still to be told. Gives `WEBHOOK_NOT_FOUND`. */
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

/** Sends a webhook a message that tells of nothing, whatever its state, and says what came back. Gives `WEBHOOK_NOT_FOUND`. */
export async function testWebhook(
  deps: Deps,
  actor: SignedInUser,
  { id }: z.infer<typeof WebhookId>,
) {
  const tested = await inTransaction(deps, async (inner) => {
    const endpoint = await loadEndpoint(inner, actor, id);
    await record(inner, actor, 'webhook.tested', endpoint);
    const { url } = endpoint;
    return {
      url,
      secrets: openSecrets(deps.keys, id, endpoint),
      at: await readInstant(inner.em),
    };
  });
  const { url, secrets, at } = tested;
  if (!secrets) {
    throw invalidField(
      'id',
      'Its secret can’t be opened with SECRET_KEY: replace it first.',
    );
  }
  const message = { url, secrets, id: `test_${deps.random.id()}`, body: testBody(at) };
  const answer = await deps.webhooks.send(message);
  return { data: { isAccepted: isAccepted(answer), outcome: outcomeOf(answer) } };
}

/** What a webhook was told, or is to be told, the newest change first. Gives `INPUT_INVALID` for a cursor that is none. */
export async function readWebhookDeliveries(
  { em }: Deps,
  { id, state, cursor, limit }: z.infer<typeof ListWebhookDeliveriesInput>,
) {
  const after = sortKeyOf(deliveryOrder, cursor);
  const page = { id, failed: state === 'failed', after, limit: limit + 1 };
  const { page: rows, nextCursor } = pageOf(
    deliveryOrder,
    await listDeliveries(em, page),
    limit,
  );
  return { data: { deliveries: rows.map(deliveryView), nextCursor } };
}

/**
 * Has what a webhook did not accept sent again, one delivery or the oldest 10,000, and tried for another day. Returns how many.
 * Gives `WEBHOOK_NOT_FOUND`.
 */
export const resend = (
  deps: Deps,
  actor: SignedInUser,
  input: z.infer<typeof ResendInput>,
) =>
  inTransaction(deps, async (inner) => {
    const endpoint = await loadEndpoint(inner, actor, input.id);
    const resent = await requeueFailed(inner.em, input);
    if (resent > 0) {
      await record(inner, actor, 'webhook.resent', endpoint, { after: { resent } });
    }
    return { data: { resent } };
  });

import { WebhookEndpoint } from '@namecard/db';
import type { z } from 'zod';
import type { SignedInUser } from '../access/caller.ts';
import type { Deps } from '../context.ts';
import { type EntityManager, inTransaction } from '../transaction.ts';
import {
  type Details,
  loadEndpoint,
  named,
  readOne,
  record,
  requireTaken,
} from './endpoint.ts';
import { readEndOfPrevious, restartWaiting } from './endpoints.sql.ts';
import type { SwitchWebhookInput, UpdateWebhookInput, WebhookId } from './schemas.ts';
import { newSecret, openSecrets, reseal, sealSecret } from './secrets.ts';

/** Changes and records an endpoint. Fails with `WEBHOOK_NOT_FOUND`. */
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

/** Changes the address or the kinds. Fails with `WEBHOOK_NOT_FOUND`. */
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

/** Waiting deliveries get another day. Fails with `WEBHOOK_NOT_FOUND`. */
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

/** The old secret also signs for a day. Fails with `WEBHOOK_NOT_FOUND`. */
export async function replaceSecret(
  deps: Deps,
  actor: SignedInUser,
  { id }: z.infer<typeof WebhookId>,
) {
  const { keys } = deps;
  const secret = newSecret(deps.random);
  const webhook = await change(deps, actor, id, async (endpoint, em) => {
    // A secret that can't be opened can't sign any longer.
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

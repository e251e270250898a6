import { WebhookEndpoint } from '@namecard/db';
import type { z } from 'zod';
import { mailingCode, requireCode } from '../access/act-codes.ts';
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
import type {
  ReplaceSecretInput,
  SwitchWebhookInput,
  UpdateWebhookInput,
} from './schemas.ts';
import { newSecret, reseal, sealSecret } from './secrets.ts';

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

/** The same with a mailed code. Fails with `CODE_REQUIRED`, `CODE_INVALID` too. */
const changeByCode = (
  deps: Deps,
  actor: SignedInUser,
  { id, detail, code }: { id: string; detail: unknown; code: string | undefined },
  edit: Parameters<typeof change>[3],
) =>
  mailingCode(deps, () =>
    change(deps, actor, id, async (endpoint, em) => {
      await requireCode({ ...deps, em }, actor, { act: 'change_webhook', detail, code });
      return edit(endpoint, em);
    }),
  );

/** Changes the address or the kinds. */
export async function updateWebhook(
  deps: Deps,
  actor: SignedInUser,
  { id, url, kinds, code }: z.infer<typeof UpdateWebhookInput>,
) {
  requireTaken(deps, url);
  const confirmed = { id, detail: ['update', id, url, kinds], code };
  const webhook = await changeByCode(deps, actor, confirmed, async (endpoint, em) => {
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

/** The old secret also signs for a day. */
export async function replaceSecret(
  deps: Deps,
  actor: SignedInUser,
  { id, code }: z.infer<typeof ReplaceSecretInput>,
) {
  const { keys } = deps;
  const confirmed = { id, detail: ['replace secret', id], code };
  const secret = newSecret(deps.random);
  const webhook = await changeByCode(deps, actor, confirmed, async (endpoint, em) => {
    // A secret that can't be opened can't sign any longer.
    const isKnown = reseal(keys, endpoint);
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

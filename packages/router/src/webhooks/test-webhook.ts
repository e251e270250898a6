import { isoInstant, readInstant } from '@namecard/db';
import type { z } from 'zod';
import type { SignedInUser } from '../access/caller.ts';
import type { Deps } from '../context.ts';
import { invalidField } from '../errors.ts';
import { inTransaction } from '../transaction.ts';
import { loadEndpoint, record } from './endpoint.ts';
import type { WebhookId } from './schemas.ts';
import { openSecrets } from './secrets.ts';
import { isAccepted, outcomeOf } from './view.ts';

/** Sends an empty message in any state. Fails with `WEBHOOK_NOT_FOUND`. */
export async function testWebhook(
  deps: Deps,
  actor: SignedInUser,
  { id }: z.infer<typeof WebhookId>,
) {
  const { secrets, ...tested } = await inTransaction(deps, async (inner) => {
    const endpoint = await loadEndpoint(inner, actor, id);
    await record(inner, actor, 'webhook.tested', endpoint);
    return {
      url: endpoint.url,
      secrets: openSecrets(deps.keys, id, endpoint),
      at: isoInstant(await readInstant(inner.em)),
    };
  });
  if (!secrets) {
    throw invalidField(
      'id',
      'Its secret can’t be opened with SECRET_KEY: replace it first.',
    );
  }
  const answer = await deps.webhooks.send({
    ...tested,
    secrets,
    id: `test_${deps.random.id()}`,
    body: JSON.stringify({ type: 'webhook.test', timestamp: tested.at, data: {} }),
  });
  return { data: { isAccepted: isAccepted(answer), outcome: outcomeOf(answer) } };
}

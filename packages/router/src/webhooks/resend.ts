import type { z } from 'zod';
import type { SignedInUser } from '../access/caller.ts';
import type { Deps } from '../context.ts';
import { inTransaction } from '../transaction.ts';
import { loadEndpoint, record } from './endpoint.ts';
import { requeueFailed } from './resend.sql.ts';
import type { ResendInput } from './schemas.ts';

/** One delivery, or the oldest 10,000. Fails with `WEBHOOK_NOT_FOUND`. */
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

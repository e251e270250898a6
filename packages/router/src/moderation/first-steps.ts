import { isInMailbox } from '@namecard/email';
import { defaultProduct } from '@namecard/look';
import type { z } from 'zod';
import { readDatabaseAge } from '../audit/backups.sql.ts';
import type { Deps } from '../context.ts';
import { findSteps } from './first-steps.sql.ts';
import type { FirstSteps } from './schemas.ts';

/** A service that is older has found its own way. */
const newSeconds = 30 * 24 * 60 * 60;

/** What to do before people come, in order. Empty for a service that is not new. */
export async function readFirstSteps({
  em,
  settings,
}: Pick<Deps, 'em' | 'settings'>): Promise<z.infer<typeof FirstSteps>> {
  if ((await readDatabaseAge(em)) > newSeconds) {
    return { data: { steps: [] } };
  }
  const { adminEmails, issuer, product, signUps } = settings;
  const { messageId, ...found } = await findSteps(em, [...adminEmails]);
  return {
    data: {
      steps: [
        { step: 'mail', isDone: messageId !== null && !isInMailbox(messageId) },
        // The default begins with http.
        { step: 'address', isDone: issuer.startsWith('https:') },
        {
          step: 'look',
          isDone: product.name !== defaultProduct.name && product.hasLogo === true,
        },
        { step: 'sign_ups', isDone: signUps !== 'open' },
        { step: 'invitations', isDone: found.isAnyInvited },
        { step: 'second_admin', isDone: found.admins > 1 },
        { step: 'backup', isDone: found.isBackedUp },
      ],
    },
  };
}

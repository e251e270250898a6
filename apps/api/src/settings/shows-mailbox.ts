import { isLoopback } from '@namecard/email/loopback';
import type { Environment } from './environment.ts';

export const sendsMail = ({
  POSTMARK_SERVER_TOKEN,
  SMTP_URL,
}: Pick<Environment, 'POSTMARK_SERVER_TOKEN' | 'SMTP_URL'>): boolean =>
  POSTMARK_SERVER_TOKEN !== undefined || SMTP_URL !== undefined;

/** Shows mail only without a provider and outside production. */
export function showsMailbox(environment: Environment): boolean {
  const { NODE_ENV, DEV_MAILBOX, HOST } = environment;
  return (
    !sendsMail(environment) &&
    NODE_ENV !== 'production' &&
    (DEV_MAILBOX ?? isLoopback(HOST))
  );
}

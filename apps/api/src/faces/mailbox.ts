import { isLoopback, mailboxPage, mailboxScript } from '@namecard/email';
import { listInvitationMails, listLetters, listMailbox } from '@namecard/router';
import { HttpError } from '@namecard/rest';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isForwarded } from '../watch/forwarded.ts';
import type { Parts } from '../parts.ts';
import { sandbox } from '../http/security-headers.ts';
import { sameSecret } from '../watch/shared-secret.ts';

/** It came through a proxy, or from a page whose domain leads to this machine. */
function isFromStranger(request: FastifyRequest): boolean {
  const host = URL.parse(`http://${request.headers.host}`)?.hostname ?? '';
  return isForwarded(request) || !isLoopback(host);
}

type Options = {
  /** A secret in the URL, because requests through a plain proxy look local. */
  key: string;
  /** `DEV_MAILBOX=true`: shows it to anybody with the URL, on any machine. */
  anywhere: boolean;
};

type MailboxRequest = { Params: { key: string } };

/**
 * The test mailbox as a page and as JSON. Shows mails whose codes are
 * valid. Renders them from the outbox at each request.
 */
export function mountMailbox(
  app: FastifyInstance,
  { orm, deps }: Parts,
  { key, anywhere }: Options,
): void {
  const options = {
    onRequest: (
      request: FastifyRequest<MailboxRequest>,
      _reply: FastifyReply,
      done: (error?: Error) => void,
    ) => {
      const isKnown =
        sameSecret(request.params.key, key) && (anywhere || !isFromStranger(request));
      done(isKnown ? undefined : new HttpError('PATH_NOT_FOUND'));
    },
  };
  const given = { orm, keys: deps.keys, settings: deps.settings };
  const list = async () =>
    [
      ...(await listMailbox(given)),
      ...(await listLetters(given)),
      ...(await listInvitationMails(given)),
    ].toSorted((one, other) => (one.at < other.at ? 1 : -1));
  app.get<MailboxRequest>('/dev/mailbox/:key.json', options, list);
  app.get('/dev/mailbox.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(mailboxScript),
  );
  app.get<MailboxRequest>('/dev/mailbox/:key', options, async (_request, reply) =>
    sandbox(reply, 'allow-scripts')
      .type('text/html; charset=utf-8')
      .send(mailboxPage(await list(), '/dev/mailbox.js', deps.settings.product)),
  );
}

import { mailboxPage } from '@namecard/email';
import { listMailbox } from '@namecard/router';
import { Refusal } from '@namecard/rest';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Parts } from './parts.ts';

/** A service that listens to its own machine alone can still be reached by others, through a proxy on that machine. */
function refuseForwarded(
  { headers }: FastifyRequest,
  _reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  done(isForwarded ? new Refusal('PATH_NOT_FOUND') : undefined);
}

/**
 * The development mailbox, as a page and as JSON: the mails whose codes are still good, made again from the outbox when they
 * are read.
 */
export function mountMailbox(app: FastifyInstance, { orm, deps }: Parts): void {
  const list = () => listMailbox({ orm, keys: deps.keys, settings: deps.settings });
  app.get('/dev/mailbox.json', { onRequest: refuseForwarded }, list);
  app.get('/dev/mailbox', { onRequest: refuseForwarded }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(mailboxPage(await list())),
  );
}

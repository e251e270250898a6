import { mailboxPage, mailboxScript } from '@namecard/email';
import { listMailbox } from '@namecard/router';
import { HttpError } from '@namecard/rest';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Parts } from './parts.ts';
import { sandbox } from './security-headers.ts';

const local = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

/** A service that listens to its own machine alone can still be reached by others, through a proxy on that machine. */
function rejectStrangers(
  { headers }: FastifyRequest,
  _reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  // A page of another site can have its name lead to this machine, and then read what it is given.
  const isLocal = local.test(headers.host ?? '');
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  done(isForwarded || !isLocal ? new HttpError('PATH_NOT_FOUND') : undefined);
}

/**
 * The development mailbox, as a page and as JSON: the mails whose codes are still good, made again from the outbox when they
 * are read.
 * @param anywhere shows it to whoever asks, as `DEV_MAILBOX=true` does
 */
export function mountMailbox(
  app: FastifyInstance,
  { orm, deps }: Parts,
  { anywhere }: { anywhere: boolean },
): void {
  const options = anywhere ? {} : { onRequest: rejectStrangers };
  const list = () => listMailbox({ orm, keys: deps.keys, settings: deps.settings });
  app.get('/dev/mailbox.json', options, list);
  app.get('/dev/mailbox.js', options, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(mailboxScript),
  );
  app.get('/dev/mailbox', options, async (_request, reply) =>
    sandbox(reply, 'allow-scripts')
      .type('text/html; charset=utf-8')
      .send(mailboxPage(await list(), '/dev/mailbox.js')),
  );
}

import { mailboxPage } from '@namecard/email';
import { listMailbox } from '@namecard/router';
import type { FastifyInstance } from 'fastify';
import type { Parts } from './parts.ts';

/** The development mailbox, as a page and as JSON: the mails of the last hour, made again from the outbox when they are read. */
export function mountMailbox(app: FastifyInstance, { orm, deps }: Parts): void {
  const list = () => listMailbox({ orm, keys: deps.keys, settings: deps.settings });
  app.get('/dev/mailbox.json', list);
  app.get('/dev/mailbox', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(mailboxPage(await list())),
  );
}

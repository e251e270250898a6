import { answerErrors, answerOtherMethods, serverOptions } from '@namecard/rest';
import { answerError, answerReason, type Call } from '@namecard/router';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { mountAdmin } from './admin.ts';
import { forbidStoring } from './caching.ts';
import { compressAnswers } from './compression.ts';
import { allowOrigins } from './cors.ts';
import { warnOfForwarding } from './forwarded.ts';
import { mountFrontDoor } from './front-door.ts';
import { mountHealth } from './health.ts';
import { mountMailbox } from './mailbox.ts';
import type { Parts } from './parts.ts';
import { logFailure } from './logger.ts';
import { mountMetrics } from './metrics.ts';
import { refuseOverload } from './overload.ts';
import { mountReference } from './reference.ts';
import { requestId, sendRequestId } from './request-id.ts';
import { mountRest } from './rest.ts';
import { secureHeaders } from './security-headers.ts';
import { errorEnvelope, mountTrpc } from './trpc.ts';
import { mountWebhooks } from './webhooks.ts';

export type ServerOptions = {
  /** Addresses and CIDR ranges whose forwarded headers are believed. */
  trustProxy: readonly string[];
  /** undefined: any origin on localhost. */
  corsOrigins: readonly string[] | undefined;
  /** Where clients reach the service, without a trailing slash. */
  origin: string;
  mailbox: { shown: boolean; anywhere: boolean };
  /** What Postmark's webhooks prove themselves by; without it they are not taken. */
  webhookSecret: string | undefined;
  metrics: { shown: boolean; token: string | undefined };
  /** Milliseconds by which the process may lag behind before it refuses work; 0: as many as it likes. */
  longestLag: number;
  limits?: Omit<Parameters<typeof serverOptions>[0], 'errors'>;
};

/** The whole service as one server, not listening yet: a table of contents of what is mounted where. */
export async function buildServer(parts: Parts, options: ServerOptions): Promise<FastifyInstance> {
  const logger: FastifyBaseLogger = parts.logger;
  const app = fastify({
    ...serverOptions({ errors: answerReason, ...options.limits }),
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: [...options.trustProxy],
    genReqId: requestId,
    // A logger of each request's own costs every request; what is logged names its request itself.
    childLoggerFactory: (shared) => shared,
  });
  const createContext = (call: Call) => ({
    call,
    deps: parts.deps,
    onUnexpected: (error: unknown, path: string) =>
      logFailure(parts.logger, error, { path, call: call.id }),
  });

  warnOfForwarding(app, options.trustProxy);
  answerErrors(app, { errors: answerReason, answer: answerError, envelope: errorEnvelope });
  const mountOtherMethods = answerOtherMethods(app);
  sendRequestId(app);
  forbidStoring(app);
  await compressAnswers(app);
  refuseOverload(app, options.longestLag);
  if (options.metrics.shown) {
    await mountMetrics(app, options.metrics);
  }
  secureHeaders(app, { https: options.origin.startsWith('https:') });
  await allowOrigins(app, options.corsOrigins);
  await mountRest(app, { createContext });
  await mountTrpc(app, { createContext });
  await mountAdmin(app);
  mountFrontDoor(app, { showsMailbox: options.mailbox.shown });
  mountReference(app, { triesCalls: options.corsOrigins === undefined });
  mountHealth(app, parts);
  if (options.webhookSecret !== undefined) {
    await mountWebhooks(app, { orm: parts.orm, secret: options.webhookSecret });
  }
  if (options.mailbox.shown) {
    mountMailbox(app, parts, options.mailbox);
  }
  mountOtherMethods();
  return app;
}

import { answerErrors, answerOtherMethods, serverOptions } from '@namecard/rest';
import { mountPages, type PagesOptions } from '@namecard/pages';
import { answerError, answerReason, type Call, type Context } from '@namecard/router';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
} from 'fastify';
import { mountAdmin, type ShownProduct } from './faces/admin.ts';
import { forbidStoring, notStored } from './http/caching.ts';
import { callOf } from './http/call.ts';
import { compressAnswers } from './http/compression.ts';
import { Door } from './http/door.ts';
import { FailureLog } from './http/failure-log.ts';
import { allowOrigins } from './http/cors.ts';
import { warnOfForwarding } from './watch/forwarded.ts';
import { mountForCrawlers } from './faces/crawlers.ts';
import { mountDocsPages } from './faces/docs-pages.ts';
import { mountFont } from './faces/font.ts';
import { type Logo, mountLogo } from './faces/logo.ts';
import { mountFrontDoor, mountNowhere } from './faces/front-door.ts';
import { mountHealth } from './watch/health.ts';
import { mountKeys } from './faces/jwks.ts';
import { mountMailbox } from './faces/mailbox.ts';
import type { Parts } from './parts.ts';
import { guardMemory, type MemoryBounds } from './fairness/memory.ts';
import { giveTurns } from './fairness/documents.ts';
import { longestLag, refuseOverload } from './fairness/overload.ts';
import { mountProfilePage } from './faces/profile-page.ts';
import { mountReference } from './faces/reference.ts';
import { readPeers } from './http/peers.ts';
import { requestId } from './http/request-id.ts';
import { logRequests } from './http/request-log.ts';
import { mountRest } from './faces/rest.ts';
import { securityHeaders, sendHeaders } from './http/security-headers.ts';
import { reportFailure } from './watch/telemetry.ts';
import { errorEnvelope, mountTrpc } from './faces/trpc.ts';
import { boundUnsent } from './http/unsent.ts';
import { mountWebhooks } from './faces/webhooks.ts';

export type ServerOptions = {
  /** Addresses and CIDR ranges of proxies whose forwarded headers are trusted. */
  trustProxy: readonly string[];
  /** Undefined allows any localhost origin. */
  corsOrigins: readonly string[] | undefined;
  /** The service's public origin, without a trailing slash. */
  origin: string;
  /** The configured origin. The document must not name a default. */
  publicUrl: string | undefined;
  /** Undefined if mail is not shown. */
  mailbox: { key: string; anywhere: boolean } | undefined;
  /** The secret of Postmark's webhooks. Without it there is no route for them. */
  webhookSecret: string | undefined;
  /** The token for the metrics and for the details of `/readyz`. */
  metricsToken: string | undefined;
  product: ShownProduct;
  /** The operator's own mark. */
  logo?: Logo | undefined;
  /** Undefined if profiles have no pages. */
  profilePages: { areIndexed: boolean } | undefined;
  /** Undefined if members have no pages. */
  memberPages: Pick<PagesOptions, 'identities'> | undefined;
  logsRequests?: boolean;
  /** Memory limits after which work is refused; undefined means none. */
  memory: MemoryBounds | undefined;
  limits?: Omit<Parameters<typeof serverOptions>[0], 'errors' | 'headers'>;
};

/** Builds the whole server: read here what is mounted where. */
export async function buildServer(
  parts: Parts,
  options: ServerOptions,
): Promise<FastifyInstance> {
  const logger: FastifyBaseLogger = parts.logger;
  // Each answer may be compressed. The plugin for it looks for this word.
  const always = { ...securityHeaders(options.origin), vary: 'accept-encoding' };
  const withoutHooks = () => ({
    ...always,
    ...notStored,
    'x-request-id': requestId({ headers: {} }),
  });
  const ofServer = serverOptions({
    errors: answerReason,
    headers: withoutHooks,
    ...options.limits,
  });
  const onUnexpected = (error: unknown, { id, routeOptions }: FastifyRequest) => {
    parts.telemetry.countError('INTERNAL');
    reportFailure(parts, error, { path: routeOptions.url ?? '', call: id });
  };
  const door = new Door({ ...parts, peers: readPeers(options.trustProxy) });
  const app = fastify({
    ...ofServer,
    serverFactory: door.serverFactory(ofServer),
    loggerInstance: logger,
    logController: new FailureLog(onUnexpected, errorEnvelope),
    trustProxy: [...options.trustProxy],
    genReqId: requestId,
    // A child logger for each request is expensive. Log lines name their request
    // themselves.
    childLoggerFactory: (shared) => shared,
  });
  const observed = options.logsRequests ? logRequests(app, parts.logger) : undefined;
  const contextOf = (request: FastifyRequest, page?: Call['page']): Context => ({
    call: page ? { ...callOf(request), authorization: undefined, page } : callOf(request),
    deps: observed?.(request, parts.deps) ?? parts.deps,
    onActor: ({ id }) => {
      request.accountId = id;
      const proof = page ? page.token : request.headers.authorization;
      parts.admission.remember(proof, id);
    },
    onUnexpected: (error, path) =>
      reportFailure(parts, error, { path, call: request.id }),
  });
  const createContext = (request: FastifyRequest) => contextOf(request);

  app.decorateRequest('clientAddress', undefined);
  warnOfForwarding(app, options.trustProxy);
  answerErrors(app, {
    errors: answerReason,
    answer: answerError,
    envelope: errorEnvelope,
    onUnexpected,
  });
  const mountOtherMethods = answerOtherMethods(app);
  sendHeaders(app, always);
  forbidStoring(app);
  await compressAnswers(app);
  const countUnsent = boundUnsent(app, door);
  await parts.metrics?.mount(app, options.metricsToken);
  await allowOrigins(app, options.corsOrigins);
  if (options.memory) {
    const memory = guardMemory(options.memory, parts.telemetry);
    refuseOverload(app, { ...parts, lag: longestLag, memory });
  }
  giveTurns(app, parts.admission);
  const { product, origin, memberPages } = options;
  const hasPages = memberPages !== undefined;
  await mountNowhere(app, { product, origin, hasPages });
  await mountRest(app, {
    createContext,
    publicUrl: options.publicUrl,
    publicProfiles: parts.deps.settings.publicProfiles,
    productName: product.name,
    socials: parts.deps.settings.socials,
  });
  await mountTrpc(app, { createContext, countUnsent, admit: parts.admission.admit });
  await mountAdmin(app, product);
  if (options.profilePages) {
    await mountProfilePage(app, {
      createContext,
      origin,
      product,
      isIndexed: options.profilePages.areIndexed,
      precision: parts.deps.settings.publicLocationPrecision,
      memberPages: memberPages && {
        takesNewcomers: parts.deps.settings.signUps === 'open',
      },
    });
  }
  mountForCrawlers(app, {
    hasProfilePages: options.profilePages !== undefined,
    publicUrl: options.publicUrl,
    contactUrl: product.operator.contact,
  });
  mountFont(app);
  if (options.logo) mountLogo(app, options.logo);
  const showsMailbox = options.mailbox !== undefined;
  if (memberPages) {
    await mountPages(app, {
      ...parts.deps.settings,
      createContext: contextOf,
      origin,
      publicUrl: options.publicUrl,
      product,
      ...memberPages,
      showsMailbox,
      config: { runsCalls: true },
    });
  }
  await mountFrontDoor(app, {
    product,
    showsMailbox,
    hasPages,
  });
  await mountDocsPages(app, { origin, product });
  mountReference(app, {
    product,
    triesCalls: options.corsOrigins === undefined,
  });
  mountHealth(app, parts, options.metricsToken);
  if (parts.deps.settings.audiences.size > 0) {
    mountKeys(app, parts);
  }
  if (options.webhookSecret !== undefined) {
    await mountWebhooks(app, parts, options.webhookSecret);
  }
  if (options.mailbox !== undefined) {
    mountMailbox(app, parts, options.mailbox);
  }
  mountOtherMethods();
  return app;
}

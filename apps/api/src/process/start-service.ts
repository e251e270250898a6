import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { provideDatabase, whenReachable } from '../adapters/database.ts';
import type { Environment } from '../settings/environment.ts';
import { keepReceipts } from '../adapters/erasures.ts';
import { listen } from './listen.ts';
import { keepMailboxUrl, mailboxKey } from '../faces/mailbox-url.ts';
import { mailerOf } from '../adapters/mailer.ts';
import { showsMailbox } from '../settings/shows-mailbox.ts';
import { productionMemory } from '../fairness/memory.ts';
import { reasonOf, settleOlderCards } from '@namecard/db';
import { openParts, type Parts } from '../parts.ts';
import { readHistoryDue } from '@namecard/router';
import { hashKeysOf, secretKeysOf } from '../settings/secret-key.ts';
import { unnamedProxies } from '../settings/trusted-ranges.ts';
import { buildServer, type ServerOptions } from '../server.ts';
import { addressOf, productOf, routerSettings } from '../settings/router-settings.ts';
import { historyDue } from '../watch/history-due.ts';
import { version } from '../watch/version.ts';
import { webhookSender } from '../adapters/webhook-sender.ts';

/** Undefined if mail is not shown. */
async function openMailbox(environment: Environment): Promise<ServerOptions['mailbox']> {
  if (!showsMailbox(environment)) {
    return undefined;
  }
  const key = await mailboxKey(environment.DATA_DIR);
  return { key, anywhere: environment.DEV_MAILBOX === true };
}

function serverOptionsOf(environment: Environment): Omit<ServerOptions, 'mailbox'> {
  const { NODE_ENV, TRUST_PROXY, CORS_ORIGINS, METRICS_TOKEN } = environment;
  const { PUBLIC_URL, SMTP_URL, PRODUCT_URL } = environment;
  return {
    trustProxy: TRUST_PROXY,
    corsOrigins: CORS_ORIGINS ?? (NODE_ENV === 'production' ? [] : undefined),
    publicUrl: PUBLIC_URL,
    origin: addressOf(environment),
    // These webhooks come from Postmark, which knows nothing of mail sent by
    // SMTP.
    webhookSecret:
      SMTP_URL === undefined ? environment.POSTMARK_WEBHOOK_SECRET : undefined,
    product: { ...productOf(environment), url: PRODUCT_URL },
    logo: environment.PRODUCT_LOGO,
    profilePages: environment.PUBLIC_PROFILES
      ? { areIndexed: environment.INDEX_PROFILES }
      : undefined,
    memberPages: environment.MEMBER_PAGES
      ? { identities: environment.IDENTITIES }
      : undefined,
    metricsToken: METRICS_TOKEN,
    logsRequests: environment.LOG_REQUESTS,
    memory: productionMemory,
  };
}

/** Warns that some sign-in codes are never mailed. */
function announceTestLogins({ TEST_LOGINS }: Environment, logger: Logger): void {
  if (TEST_LOGINS.size > 0) {
    const until = [...TEST_LOGINS.values()].map(({ endsAt }) => endsAt).toSorted();
    logger.warn({ count: TEST_LOGINS.size, until: until.at(-1) }, 'test logins are on');
  }
}

/** An unnamed proxy hides how many clients it has. */
function announceUnnamedProxies(
  { NODE_ENV, TRUST_PROXY }: Environment,
  logger: Logger,
): void {
  if (NODE_ENV === 'production') {
    logger.info({ event: 'unnamed_proxies', trusted: TRUST_PROXY }, unnamedProxies);
  }
}

/** Logs this default, because it depends on another setting. */
function announceRounding(
  { PUBLIC_PROFILES, LOCATION_PRECISION }: Environment,
  { publicLocationPrecision }: Parts['deps']['settings'],
  logger: Logger,
): void {
  if (PUBLIC_PROFILES && LOCATION_PRECISION === undefined) {
    logger.info(
      { event: 'locations_rounded', degrees: publicLocationPrecision },
      `Readers of public profiles without a session see locations rounded to ${publicLocationPrecision} degrees. To change this for all readers, set LOCATION_PRECISION`,
    );
  }
}

/** After an old backup was restored, the log says who reads its cards. */
async function settleReaders(
  { PUBLIC_PROFILES: arePublic }: Environment,
  { orm }: Parts,
  logger: Logger,
): Promise<void> {
  if (await settleOlderCards(orm.em.fork(), arePublic)) {
    logger.warn(
      { event: 'older_cards_settled', arePublic },
      `Cards from before each had its own readers are for ${arePublic ? 'anybody' : 'members'} from now on, as PUBLIC_PROFILES was at this start. Later changes of it do not change them`,
    );
  }
}

/** An operator who kept all history can still keep it. A start goes on without this line. */
async function announceHistoryDue(
  { AUDIT_MONTHS }: Environment,
  { orm }: Parts,
  logger: Logger,
): Promise<void> {
  try {
    const due = await readHistoryDue(orm.em.fork(), AUDIT_MONTHS);
    if (due) {
      logger.warn({ event: 'history_due', ...due }, historyDue(due, AUDIT_MONTHS));
    }
  } catch (error) {
    logger.warn(
      { reason: reasonOf(error) },
      'How much old history is due could not be counted: `./namecard doctor` says it',
    );
  }
}

/** Browsers can use the forms of the members' pages only there. */
function announceAddress(
  { MEMBER_PAGES, PUBLIC_URL }: Environment,
  address: string,
  logger: Logger,
): void {
  if (!MEMBER_PAGES) return;
  const origin = PUBLIC_URL ?? address;
  const hint = PUBLIC_URL === undefined ? '. Set PUBLIC_URL if people use a name' : '';
  logger.info({ event: 'member_pages', origin }, `Members sign in at ${origin}/${hint}`);
}

/**
 * Milliseconds between two checks whether the database still answers while the
 * service closes. Supervisors wait about 10 seconds.
 */
const silenceTimeout = 4_000;

export type Service = {
  app: FastifyInstance;
  parts: Parts;
  /** The address it listens on, such as `http://127.0.0.1:3000`. */
  address: string;
  /** The mailbox's URL with its key; undefined if mail is not shown. */
  mailbox: string | undefined;
  embedded: boolean;
  /** From now on `/readyz` answers 503. */
  drain(): void;
  /**
   * Asks clients to leave and keeps serving for `delay` seconds (default 0). Then
   * answers the requests that have arrived, finishes deliveries and closes the
   * database.
   */
  close(delay?: number): Promise<void>;
};

/**
 * Starts all parts in order and listens. If one fails, stops the parts that have
 * started.
 * @param changes overrides of the server's options, for tests
 */
export async function startService(
  environment: Environment,
  logger: Logger,
  changes: Partial<ServerOptions> = {},
): Promise<Service> {
  await using started = new AsyncDisposableStack();
  const database = await provideDatabase(environment, logger, { lends: true });
  started.defer(() => database.stop());
  const secretKeys = await secretKeysOf(environment);
  const hashKeys = await hashKeysOf(environment);
  const { NODE_ENV, METRICS_TOKEN } = environment;
  const parts = await whenReachable(
    () =>
      openParts({
        databaseUrl: database.url,
        connections: environment.DATABASE_POOL,
        secretKeys,
        hashKeys,
        name: `${hostname()}:${environment.PORT}`,
        settings: routerSettings(environment),
        mailer: mailerOf(environment),
        webhooks: webhookSender(environment),
        logger,
        measures: NODE_ENV !== 'production' || METRICS_TOKEN !== undefined,
        keepReceipt: keepReceipts(environment.DATA_DIR, logger),
      }),
    database.url,
    logger,
  );
  started.defer(() => parts.close());
  // Logged only now: a start that fails prints just its one line.
  logger.info({ version, node: process.versions.node }, `Namecard ${version} starts`);
  announceTestLogins(environment, logger);
  announceUnnamedProxies(environment, logger);
  announceRounding(environment, parts.deps.settings, logger);
  await settleReaders(environment, parts, logger);
  const { DATA_DIR } = environment;
  const shown = await openMailbox(environment);
  const app = await buildServer(parts, {
    ...serverOptionsOf(environment),
    mailbox: shown,
    ...changes,
  });
  started.defer(() => app.close());
  const address = await listen(app, environment);
  announceAddress(environment, address, logger);
  // Whoever finds the service ready looks for this file next.
  const mailbox = shown && (await keepMailboxUrl(DATA_DIR, address, shown.key));
  // It counts old events, so nobody waits for it.
  await announceHistoryDue(environment, parts, logger);
  const running = started.move();
  return {
    app,
    parts,
    address,
    mailbox,
    embedded: database.embedded,
    drain: () => parts.health.drain(),
    close: async (delay = 0) => {
      app.takesLeave = true;
      await sleep(delay * 1_000);
      const timer = setInterval(() => parts.giveUpSilentDatabase(), silenceTimeout);
      await running.disposeAsync().finally(() => clearInterval(timer));
    },
  };
}

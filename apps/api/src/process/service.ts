import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { provideDatabase, whenReachable } from '../adapters/database.ts';
import type { Environment } from '../settings/environment.ts';
import { keepReceipts } from '../adapters/erasures.ts';
import { listen } from './listen.ts';
import { keepMailboxUrl, mailboxKey } from '../faces/mailbox-url.ts';
import { mailerOf, showsMailbox } from '../adapters/mailer.ts';
import { productionMemory } from '../fairness/memory.ts';
import { openParts, type Parts } from '../parts.ts';
import { secretKeysOf } from '../settings/secret-key.ts';
import { unnamedProxies } from '../settings/trusted-ranges.ts';
import { buildServer, type ServerOptions } from '../server.ts';
import { addressOf, productOf, routerSettings } from '../settings/router-settings.ts';
import { version } from '../watch/version.ts';
import { webhookSender } from '../adapters/webhook-sender.ts';

/** The key of the mailbox and who may use it; undefined where mail is not shown. */
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
    // They are Postmark's: of mail that left by SMTP it knows nothing.
    webhookSecret:
      SMTP_URL === undefined ? environment.POSTMARK_WEBHOOK_SECRET : undefined,
    product: { ...productOf(environment), url: PRODUCT_URL },
    profilePages: environment.PUBLIC_PROFILES
      ? { areIndexed: environment.INDEX_PROFILES }
      : undefined,
    memberPages: environment.MEMBER_PAGES,
    metricsToken: METRICS_TOKEN,
    logsRequests: environment.LOG_REQUESTS,
    memory: productionMemory,
  };
}

/** Whoever reads the log learns that there are codes which are in no mail. */
function announceTestLogins({ TEST_LOGINS }: Environment, logger: Logger): void {
  if (TEST_LOGINS.size > 0) {
    const codes = [...TEST_LOGINS.values()].flatMap(({ short, long }) => [short, long]);
    const until = codes.flatMap((code) => code?.endsAt ?? []).toSorted();
    logger.warn({ count: TEST_LOGINS.size, until: until.at(-1) }, 'test logins are on');
  }
}

/** A proxy that is not named hides how many clients it has: its operator should know. */
function announceUnnamedProxies(
  { NODE_ENV, TRUST_PROXY }: Environment,
  logger: Logger,
): void {
  if (NODE_ENV === 'production') {
    logger.info({ event: 'unnamed_proxies', trusted: TRUST_PROXY }, unnamedProxies);
  }
}

/** A default that depends on another setting is said, so that nobody has to know it. */
function announceRounding(
  { PUBLIC_PROFILES, LOCATION_PRECISION }: Environment,
  { publicLocationPrecision }: Parts['deps']['settings'],
  logger: Logger,
): void {
  if (PUBLIC_PROFILES && LOCATION_PRECISION === undefined) {
    logger.info(
      { event: 'locations_rounded', degrees: publicLocationPrecision },
      `Who reads a public profile without a session sees locations to ${publicLocationPrecision} degrees: set LOCATION_PRECISION to say otherwise, for everybody`,
    );
  }
}

/** Milliseconds between two looks whether closing waits for a database that does not answer; supervisors wait some 10 seconds. */
const silenceTimeout = 4_000;

export type Service = {
  app: FastifyInstance;
  parts: Parts;
  /** Where it listens, such as `http://127.0.0.1:3000`. */
  address: string;
  /** Where mail is shown, the key in the address included; undefined where it is sent, or nothing happens to it. */
  mailbox: string | undefined;
  embedded: boolean;
  /** From now on `/readyz` is 503. */
  drain(): void;
  /**
   * Takes leave of clients for so many seconds, none unless given, and goes on serving meanwhile. Then answers what has
   * arrived, delivers what is under way, and closes the database.
   */
  close(delay?: number): Promise<void>;
};

/**
 * Starts everything there is, in order, and listens. What was started is stopped again where something after it fails.
 * @param changes to what the environment makes of the server
 */
export async function startService(
  environment: Environment,
  logger: Logger,
  changes: Partial<ServerOptions> = {},
): Promise<Service> {
  await using started = new AsyncDisposableStack();
  const database = await provideDatabase(environment, logger);
  started.defer(() => database.stop());
  const secretKeys = await secretKeysOf(environment);
  const { NODE_ENV, METRICS_TOKEN } = environment;
  const parts = await whenReachable(
    () =>
      openParts({
        databaseUrl: database.url,
        connections: environment.DATABASE_POOL,
        prepares: environment.DATABASE_PREPARE,
        secretKeys,
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
  // Not before: a start that can't succeed ends with its one line.
  logger.info({ version, node: process.versions.node }, `Namecard ${version} starts`);
  announceTestLogins(environment, logger);
  announceUnnamedProxies(environment, logger);
  announceRounding(environment, parts.deps.settings, logger);
  const { DATA_DIR } = environment;
  const shown = await openMailbox(environment);
  const app = await buildServer(parts, {
    ...serverOptionsOf(environment),
    mailbox: shown,
    ...changes,
  });
  started.defer(() => app.close());
  const address = await listen(app, environment);
  const mailbox = shown && (await keepMailboxUrl(DATA_DIR, address, shown.key));
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

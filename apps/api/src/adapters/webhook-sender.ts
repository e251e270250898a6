import { lookup as lookUp } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import {
  Agent as PlainAgent,
  type IncomingMessage,
  request as requestPlain,
} from 'node:http';
import { Agent as SecureAgent, request as requestSecure } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import type { WebhookAnswer, WebhookMessage, WebhookSender } from '@namecard/router';
import { Webhook } from 'standardwebhooks';
import type { Environment } from '../settings/environment.ts';
import { isOfInternet } from './internet.ts';

type SenderOptions = {
  /** In production https and addresses of the internet alone are sent to; else http and the machine's own address as well. */
  NODE_ENV: Environment['NODE_ENV'];
  /** How names are resolved, where a test says so: else by DNS in production, and as everywhere in Node outside of it. */
  lookup?: LookupFunction;
  /** Milliseconds until there is a connection, TLS included, and until all is over. */
  limits?: { connect: number; whole: number };
};

/** Bytes of an answer that are read, so that its connection can be used again; after more it is cut. */
const longestAnswer = 64 * 1024;

/** For a name that leads to an address that is not sent to. */
class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress';
}

/** Why there is no answer, in a word that is safe to keep: errors name addresses, and hold what a server said. */
function failureOf(
  error: Error,
): Extract<WebhookAnswer, { failure: unknown }>['failure'] {
  if (error instanceof ForbiddenAddress) {
    return 'address_forbidden';
  }
  if (error.name === 'AbortError' || error.name === 'TimeoutError') {
    return 'timed_out';
  }
  return 'connection_failed';
}

/** Node tries several addresses at once and reports all their failures as one. */
function firstOf(error: Error): Error {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) {
    return error.errors[0];
  }
  return error;
}

/** Each secret's signature, so that a receiver may know any of them. */
function headersOf({ id, body, secrets }: WebhookMessage): Record<string, string> {
  const at = new Date();
  return {
    'content-type': 'application/json',
    'user-agent': 'Namecard',
    'webhook-id': id,
    'webhook-timestamp': `${Math.floor(at.getTime() / 1_000)}`,
    'webhook-signature': secrets
      .map((secret) => new Webhook(secret).sign(id, at, body))
      .join(' '),
  };
}

/** Two tries of two seconds each for a server, within the time for connecting. */
const newResolver = () => new Resolver({ timeout: 2_000, maxTimeout: 2_000, tries: 2 });

function addressesOf(answer: PromiseSettledResult<string[]>, family: 4 | 6) {
  if (answer.status === 'rejected') {
    return [];
  }
  return answer.value.map((address) => ({ address, family }));
}

/** Names of this machine by themselves, which no DNS server need know (RFC 6761 6.3). */
const localName = /(^|\.)localhost\.?$/i;

async function readAddresses(name: string, resolver: Resolver) {
  if (localName.test(name)) {
    return [{ address: '127.0.0.1', family: 4 }];
  }
  const [four, six] = await Promise.allSettled([
    resolver.resolve4(name),
    resolver.resolve6(name),
  ]);
  const found = [...addressesOf(four, 4), ...addressesOf(six, 6)];
  if (found.length === 0 && four.status === 'rejected') {
    throw four.reason;
  }
  return found;
}

const readBack = callbackify(readAddresses);

/**
 * Looks names up by DNS without libuv's few threads, in which Node's own lookup waits: names whose servers are slow, which whoever
 * owns them decides, hold up nothing else. Reads which servers to ask with each name, and no hosts file.
 */
export const dnsLookup =
  (resolver = newResolver): LookupFunction =>
  (name, { all }, done) =>
    readBack(name, resolver(), (error, found) => {
      if (error || all) {
        done(error, found);
      } else {
        done(null, found[0]?.address ?? '', found[0]?.family);
      }
    });

/** The seconds that an answer asks to wait for (RFC 9110 10.2.3); undefined where it asks for none. */
function retryAfterOf({ headers: { 'retry-after': given = '' } }: IncomingMessage) {
  if (/^\d+$/.test(given)) {
    return Number(given) || undefined;
  }
  const seconds = Math.ceil((Date.parse(given) - Date.now()) / 1_000);
  return seconds > 0 ? seconds : undefined;
}

/** Refuses a name if any of its addresses is refused: which one is connected to is the connector's choice. */
const strictLookup =
  (resolve: LookupFunction, isAllowed: (address: string) => boolean): LookupFunction =>
  (name, options, done) =>
    resolve(name, options, (error, address, family) => {
      const found = Array.isArray(address)
        ? address.map((one) => one.address)
        : [address];
      const isRefused = error === null && !found.every(isAllowed);
      done(isRefused ? new ForbiddenAddress() : error, address, family);
    });

/**
 * Sends webhooks to addresses that admins name, which must not lead inside. An address that is
 * written out is judged before the request; those of a name are judged where the connector
 * looks it up. Follows no redirect, and keeps nothing of an answer but its status.
 */
export function webhookSender({
  NODE_ENV,
  lookup = NODE_ENV === 'production' ? dnsLookup() : lookUp,
  limits = { connect: 5_000, whole: 10_000 },
}: SenderOptions): WebhookSender {
  const isStrict = NODE_ENV === 'production';
  const loopback = isStrict ? [] : ['127.0.0.1', '::1'];
  const isAllowed = (address: string) =>
    loopback.includes(address) || isOfInternet(address);
  const secure = new SecureAgent({ keepAlive: true });
  const plain = new PlainAgent({ keepAlive: true });
  const takes = ({ protocol }: URL) =>
    protocol === 'https:' || (protocol === 'http:' && !isStrict);

  const open = (url: URL, message: WebhookMessage) => {
    const options = {
      method: 'POST',
      headers: headersOf(message),
      lookup: strictLookup(lookup, isAllowed),
      signal: AbortSignal.timeout(limits.whole),
    };
    if (url.protocol === 'https:') {
      return requestSecure(url, { ...options, agent: secure });
    }
    return requestPlain(url, { ...options, agent: plain });
  };

  return {
    takes: (address) => takes(new URL(address)),
    send: (message) => {
      const url = new URL(message.url);
      const literal = url.hostname.replace(/^\[|\]$/g, '');
      // What is written out is looked up by nobody.
      if (!takes(url) || (isIP(literal) !== 0 && !isAllowed(literal))) {
        return Promise.resolve({ failure: 'address_forbidden' });
      }
      const { promise, resolve } = Promise.withResolvers<WebhookAnswer>();
      let answer: WebhookAnswer = { failure: 'connection_failed' };
      const request = open(url, message);
      const connecting = setTimeout(() => {
        answer = { failure: 'timed_out' };
        request.destroy();
      }, limits.connect);
      request.on('socket', (socket) => {
        const connected = () => clearTimeout(connecting);
        if (socket.connecting) {
          socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', connected);
        } else {
          connected();
        }
      });
      request.on('response', (response) => {
        answer = { status: response.statusCode ?? 0, retryAfter: retryAfterOf(response) };
        let length = 0;
        response.on('data', (chunk: Buffer) => {
          length += chunk.length;
          if (length > longestAnswer) request.destroy();
        });
        response.on('error', () => {});
      });
      request.on('error', (error) => {
        if ('failure' in answer && answer.failure !== 'timed_out') {
          answer = { failure: failureOf(firstOf(error)) };
        }
      });
      request.on('close', () => {
        clearTimeout(connecting);
        resolve(answer);
      });
      request.end(message.body);
      return promise;
    },
  };
}

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

/*
 * Problem: admins enter the URLs of webhooks. A URL could lead to a private
 * address of the operator's network. A receiver or its DNS server may be slow.
 *
 * Plan: a literal address is checked before the request. A name is checked when it
 * is resolved, so its address can't change in between. Both steps have deadlines.
 * Redirects are not followed. Only the status and Retry-After of an answer are
 * kept.
 *
 * Price: in production we resolve names ourselves, so the hosts file is ignored. A
 * name is refused as soon as one of its addresses is private.
 */

type SenderOptions = {
  /** Production allows only https to public addresses. */
  NODE_ENV: Environment['NODE_ENV'];
  /** For tests. By default: DNS in production, Node's own lookup elsewhere. */
  lookup?: LookupFunction;
  /** Milliseconds until connected (TLS included), and for the whole request. */
  limits?: { connect: number; whole: number };
};

/** Bytes read of an answer, to reuse its connection. A longer one is cut. */
const longestAnswer = 64 * 1024;

/** A name resolved to an address that is not allowed. */
class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress';
}

/** A word that is safe to store. Errors contain addresses and server text. */
function failureOf(
  error: unknown,
): Extract<WebhookAnswer, { failure: unknown }>['failure'] {
  // Node tries several addresses at once and reports all failures as one.
  if (error instanceof AggregateError) return failureOf(error.errors[0]);
  if (error instanceof ForbiddenAddress) return 'address_forbidden';
  const isLate = error instanceof Error && /^(Abort|Timeout)Error$/.test(error.name);
  return isLate ? 'timed_out' : 'connection_failed';
}

/** Signs with each secret: during a rotation a receiver may hold either. */
function headersOf({ id, at, body, secrets }: WebhookMessage): Record<string, string> {
  const date = new Date(at);
  return {
    'content-type': 'application/json',
    'user-agent': 'Namecard',
    'webhook-id': id,
    'webhook-timestamp': `${Math.floor(date.getTime() / 1_000)}`,
    'webhook-signature': secrets
      .map((secret) => new Webhook(secret).sign(id, date, body))
      .join(' '),
  };
}

/** Two tries of 2 s for each server: less than the limit for connecting. */
const newResolver = () => new Resolver({ timeout: 2_000, maxTimeout: 2_000, tries: 2 });

function addressesOf(answer: PromiseSettledResult<string[]>, family: 4 | 6) {
  if (answer.status === 'rejected') {
    return [];
  }
  return answer.value.map((address) => ({ address, family }));
}

/** Names that always mean this machine (RFC 6761, 6.3). */
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
 * Resolves by DNS, not by Node's lookup. Node's lookup blocks one of libuv's few
 * threads, so slow DNS servers of strangers could delay everything else. The
 * resolver reads its list of servers at each call. It ignores the hosts file.
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

/** Seconds of the Retry-After header (RFC 9110, 10.2.3), or undefined. */
function retryAfterOf({ headers: { 'retry-after': given = '' } }: IncomingMessage) {
  if (/^\d+$/.test(given)) {
    return Number(given) || undefined;
  }
  const seconds = Math.ceil((Date.parse(given) - Date.now()) / 1_000);
  return seconds > 0 ? seconds : undefined;
}

/** Refuses a name if any of its addresses is forbidden: Node may use any of them. */
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
      // Node does not look up a literal address, so strictLookup would not see
      // it.
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
          answer = { failure: failureOf(error) };
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

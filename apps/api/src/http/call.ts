import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import type { Call } from '@namecard/router';
import type { FastifyRequest } from 'fastify';

/** Some proxies append the port: `1.2.3.4:5678`, `[2001:db8::1]:443`. */
const withPort = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+)):\d{1,5}$/;

declare module 'fastify' {
  interface FastifyRequest {
    /** Cached, since Fastify parses the proxies' headers at each access. */
    clientAddress: string | undefined;
  }
}

function addressOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  // Despite its type, `ip` is undefined after the connection has closed.
  const named = ip || '';
  const [, six, four] = withPort.exec(named) ?? [];
  const address = six ?? four ?? named;
  return isIP(address) === 0 ? (socket.remoteAddress ?? '') : address;
}

/** The same address before Fastify has the request. */
export const senderOf = (
  message: IncomingMessage,
  isTrusted: (ip: string) => boolean,
): string => addressOf({ ip: proxyAddr(message, isTrusted), socket: message.socket });

/** The client's address from trusted proxies, else the peer's address. */
export const clientAddress = (request: FastifyRequest): string =>
  (request.clientAddress ??= addressOf(request));

/**
 * Whether the client forwards for others, whose addresses it passes on. A
 * forwarded header that begins with the client's own address does not count.
 */
function passesOn(request: FastifyRequest): boolean {
  const { 'x-forwarded-for': chain, forwarded } = request.headers;
  if (chain === undefined) {
    return forwarded !== undefined;
  }
  const [first = ''] = String(chain).split(',');
  return first.trim() !== clientAddress(request);
}

export function callOf(request: FastifyRequest): Call {
  const {
    authorization,
    'user-agent': userAgent,
    'accept-language': acceptLanguage,
  } = request.headers;
  return {
    id: request.id,
    ip: clientAddress(request),
    authorization,
    userAgent,
    acceptLanguage,
    isForwarded: passesOn(request),
  };
}

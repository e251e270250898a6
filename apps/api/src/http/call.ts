import { isIP } from 'node:net';
import type { Call } from '@namecard/router';
import type { FastifyRequest } from 'fastify';

/** Some proxies write the port behind the address: `1.2.3.4:5678`, `[2001:db8::1]:443`. */
const withPort = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+)):\d{1,5}$/;

declare module 'fastify' {
  interface FastifyRequest {
    /** Kept, since Fastify reads the proxies' headers each time it is asked. */
    clientAddress: string | undefined;
  }
}

function addressOf({ ip, socket }: FastifyRequest): string {
  if (isIP(ip) !== 0) {
    return ip;
  }
  const [, six, four] = withPort.exec(ip) ?? [];
  const address = six ?? four ?? ip;
  if (isIP(address.replace(/%.*$/, '')) === 0) {
    return socket.remoteAddress ?? '';
  }
  return address;
}

/** The client's address as trusted proxies give it; where they give none that is valid, the proxy's own. */
export const clientAddress = (request: FastifyRequest): string =>
  (request.clientAddress ??= addressOf(request));

/**
 * Whether the client asks for somebody else, whose address it passes on. A proxy's header
 * that begins with the client's own address says nothing of that.
 */
function passesOn(request: FastifyRequest): boolean {
  const { 'x-forwarded-for': chain, forwarded } = request.headers;
  if (chain === undefined) {
    return forwarded !== undefined;
  }
  const [first = ''] = String(chain).split(',');
  return first.trim() !== clientAddress(request);
}

/** What the router knows of a request. */
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

import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen, type TestServer } from './http-server.ts';

type PassedRequest = { path: string; headers: IncomingMessage['headers'] };

export type Gateway = TestServer & { passed: PassedRequest[] };

const namesToPass = ['authorization', 'content-type'];

function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const name of namesToPass) {
    const value = request.headers[name];
    if (typeof value === 'string') {
      headers.set(name, value);
    }
  }
  return headers;
}

async function passOn(origin: string, request: IncomingMessage): Promise<Response> {
  const isPost = request.method === 'POST';
  return fetch(`${origin}${request.url}`, {
    method: request.method ?? 'GET',
    headers: headersOf(request),
    ...(isPost && { body: await text(request) }),
  });
}

async function answer(response: Response, reply: ServerResponse): Promise<void> {
  reply.writeHead(response.status, {
    'content-type': response.headers.get('content-type') ?? 'text/plain',
  });
  reply.end(await response.text());
}

/**
 * A gateway in front of the service that records requests.
 * @param losesAnswer whether to break the connection after the nth request, from
 *   1
 */
export async function openGateway(
  origin: string,
  losesAnswer: (nth: number) => boolean = () => false,
): Promise<Gateway> {
  const passed: PassedRequest[] = [];
  const pass = async (request: IncomingMessage, reply: ServerResponse) => {
    const nth = passed.push({ path: request.url ?? '', headers: request.headers });
    const response = await passOn(origin, request);
    if (losesAnswer(nth)) {
      reply.destroy();
    } else {
      await answer(response, reply);
    }
  };
  const server = await listen((request, reply) => void pass(request, reply));
  return { ...server, passed };
}

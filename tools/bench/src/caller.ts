import { once } from 'node:events';
import { Agent, request, IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

export type HttpRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
};

/** An open connection with one request at a time. */
export type Caller = {
  /** Sends a request and returns the whole answer. */
  ask: (request: HttpRequest) => Promise<{ status: number; body: string }>;
  hangUp: () => void;
};

/** Each caller has its own network, like most people. */
export function callerOf(origin: string, number: number): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const proxied = { 'x-forwarded-for': `10.0.${number}.1` };
  return {
    ask: async ({ method, path, headers, body }) => {
      const asking = request(`${origin}${path}`, {
        agent,
        method,
        headers: { ...proxied, ...headers },
      });
      asking.end(body);
      const [answer]: unknown[] = await once(asking, 'response');
      if (!(answer instanceof IncomingMessage)) throw new Error('No answer');
      return { status: answer.statusCode ?? 0, body: await text(answer) };
    },
    hangUp: () => agent.destroy(),
  };
}

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  accept,
  answerWith,
  behaviours,
  clear,
  field,
  suppressedIn,
  type RecordedRequest,
  type Respond,
} from './postmark-behaviours.ts';
import { listen } from './listen.ts';

/** `never` stays silent; `reset` destroys the socket. */
export type Behaviour = 'ok' | keyof typeof behaviours;

export type TakenMail = {
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
};

export type FakePostmark = {
  /** Stays the same after a stop and start. */
  readonly url: string;
  /** Every request so far, oldest first. */
  readonly requests: readonly RecordedRequest[];
  /** Oldest first. Only `ok` takes mail. */
  mails(): readonly TakenMail[];
  /** Cleared addresses, oldest first. Only `ok` clears any. */
  cleared(): readonly string[];
  /** From now on. */
  behave(behaviour: Behaviour | Respond): void;
  /** Cuts open connections and refuses new ones. */
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/**
 * An HTTP server with the parts of Postmark's API that mailing needs. It refuses mail
 * to `suppressed…`.
 */
export async function fakePostmark(): Promise<FakePostmark> {
  const requests: RecordedRequest[] = [];
  const mails: TakenMail[] = [];
  const cleared: string[] = [];
  let respond: Respond = take;

  function take(request: RecordedRequest, response: ServerResponse): void {
    if (request.path.endsWith('/suppressions/delete')) {
      cleared.push(...suppressedIn(request.body));
      clear('Deleted')(request, response);
      return;
    }
    if (request.path.endsWith('/server')) {
      answerWith(200, { ID: 1 })(request, response);
      return;
    }
    const messageId = randomUUID();
    const mail = readMail(request.body, messageId);
    if (mail.to.startsWith('suppressed')) {
      behaviours.inactive422(request, response);
      return;
    }
    mails.push(mail);
    accept(messageId)(request, response);
  }

  async function serve(
    incoming: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const request = await readRequest(incoming);
    requests.push(request);
    respond(request, response);
  }

  const server = createServer((incoming, response) => {
    serve(incoming, response).catch(() => response.destroy());
  });
  const port = await listen(server, 0);
  const stop = () => shut(server);

  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    mails: () => mails,
    cleared: () => cleared,
    behave(behaviour) {
      if (typeof behaviour === 'function') respond = behaviour;
      else respond = behaviour === 'ok' ? take : behaviours[behaviour];
    },
    stop,
    async start() {
      if (!server.listening) await listen(server, port);
    },
    close: stop,
    [Symbol.asyncDispose]: stop,
  };
}

async function shut(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

async function readRequest(incoming: IncomingMessage): Promise<RecordedRequest> {
  const { method = '', url = '', headers } = incoming;
  return { method, path: url, headers, body: parseJson(await text(incoming)) };
}

function readMail(body: unknown, messageId: string): TakenMail {
  return {
    from: field(body, 'From'),
    to: field(body, 'To'),
    subject: field(body, 'Subject'),
    text: field(body, 'TextBody'),
    html: field(body, 'HtmlBody'),
    messageId,
  };
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';

/** `body` is the parsed JSON; undefined if it is no JSON. */
export type RecordedRequest = {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: unknown;
};

/** May leave the request unanswered. */
export type Respond = (request: RecordedRequest, response: ServerResponse) => void;

/** Sends a text as HTML, other values as JSON. */
export function answerWith(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Respond {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const type = typeof body === 'string' ? 'text/html' : 'application/json';
  return (_request, response) => {
    response.writeHead(status, { 'content-type': type, ...headers }).end(text);
  };
}

/** Takes the mail as Postmark does. */
export function accept(messageId: string = randomUUID()): Respond {
  return (request, response) => {
    const answer = { To: field(request.body, 'To'), MessageID: messageId, ErrorCode: 0 };
    answerWith(200, { ...answer, Message: 'OK', SubmittedAt: '2026-01-01T00:00:00Z' })(
      request,
      response,
    );
  };
}

/** Answers for each suppression, as Postmark does. */
export function clear(status: 'Deleted' | 'Failed'): Respond {
  return (request, response) => {
    const suppressions = suppressedIn(request.body).map((address) => ({
      EmailAddress: address,
      Status: status,
      Message: status === 'Failed' ? 'You do not have the required authority.' : null,
    }));
    answerWith(200, { Suppressions: suppressions })(request, response);
  };
}

/** An error of Postmark. Its text quotes the recipient, as the real one. */
export function refuseWith(
  status: number,
  code: number,
  headers?: Record<string, string>,
): Respond {
  return (request, response) => {
    const text = `Found inactive addresses: ${field(request.body, 'To')}. Inactive recipients are refused.`;
    answerWith(status, { ErrorCode: code, Message: text }, headers)(request, response);
  };
}

/** `ok` is not here, since it also keeps the mail. */
export const behaviours = {
  '500': answerWith(500, { ErrorCode: 0, Message: 'Internal Server Error' }),
  '429': refuseWith(429, 429),
  '429-retry-after': refuseWith(429, 429, { 'retry-after': '7' }),
  html200: answerWith(200, '<!doctype html><title>Sign in to the network</title>'),
  inactive422: refuseWith(422, 406),
  inactive200: refuseWith(200, 406),
  unauthorized: refuseWith(401, 10),
  forbidden: answerWith(403, '<h1>Forbidden</h1>'),
  kept: clear('Failed'),
  never: () => {},
  reset: (_request: RecordedRequest, response: ServerResponse) => {
    response.socket?.destroy();
  },
} satisfies Record<string, Respond>;

/** Empty if the field is missing or no text. */
export function field(body: unknown, name: string): string {
  if (typeof body !== 'object' || body === null) return '';
  const value: unknown = Reflect.get(body, name);
  return typeof value === 'string' ? value : '';
}

export function suppressedIn(body: unknown): string[] {
  const list: unknown =
    typeof body === 'object' && body ? Reflect.get(body, 'Suppressions') : [];
  return Array.isArray(list)
    ? list.map((one: unknown) => field(one, 'EmailAddress'))
    : [];
}

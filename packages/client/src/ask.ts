import type { getFetch } from '@trpc/client';
import { NamecardError, unreadable } from './error.ts';
import { isErrorBody, readIssues } from './error-body.ts';
import { onAbort } from './on-abort.ts';
import { reasonNamed } from './reasons.ts';
import { retryAfterOf } from './retry-after.ts';

type Answer = { response: Response; text: string };

/** `fetch` as far as tRPC's links use it. */
export type Fetch = ReturnType<typeof getFetch>;
type Init = NonNullable<Parameters<Fetch>[1]>;

/** Asks and reads the whole answer within the time. */
async function exchange(
  address: string | URL | Request,
  init: Init,
  { timeout, send }: { timeout: number; send: typeof fetch },
): Promise<Answer> {
  const end = new AbortController();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    end.abort();
  }, timeout);
  const stop = onAbort(init.signal, () => end.abort());
  try {
    const response = await send(address, { ...init, signal: end.signal });
    return { response, text: await response.text() };
  } catch (cause) {
    if (isLate) {
      throw new NamecardError('TIMEOUT', 'The service took too long to answer.', {
        cause,
      });
    }
    throw new NamecardError('NETWORK', 'The service can’t be reached.', { cause });
  } finally {
    stop();
    clearTimeout(timer);
  }
}

function parse({ response, text }: Answer): unknown {
  try {
    const body: unknown = JSON.parse(text);
    return body;
  } catch {
    throw unreadable(response);
  }
}

/** Fails for an error that arose before the service looked at any call, such as a body that is too large. */
function throwForAll(body: unknown, { status, headers }: Response): void {
  if (isErrorBody(body)) {
    throw new NamecardError(reasonNamed(body.reason), body.message, {
      status,
      issues: readIssues(body.issues),
      retryAfter: retryAfterOf(headers),
    });
  }
}

/**
 * A `fetch` for tRPC's links that fails with a `NamecardError` where there is no answer, or one that is none of tRPC's.
 * @param timeout milliseconds in which the whole answer has to be there
 * @param send makes the request
 */
export function askWithin(timeout: number, send = fetch): Fetch {
  return async (address, init = {}) => {
    const answer = await exchange(address, init, { timeout, send });
    const body = parse(answer);
    throwForAll(body, answer.response);
    return new Response(answer.text, answer.response);
  };
}

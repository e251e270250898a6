import type { getFetch } from '@trpc/client';
import { NamecardError, unreadable } from './error.ts';
import { isErrorBody, readIssues } from './error-body.ts';
import { onAbort } from './on-abort.ts';
import { rawReasonOf, reasonNamed } from './reasons.ts';
import { retryAfterOf } from './retry-after.ts';

type Answer = { response: Response; text: string };

/** The part of `fetch` that tRPC's links use. */
export type Fetch = ReturnType<typeof getFetch>;
type Init = NonNullable<Parameters<Fetch>[1]>;

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

/** Throws for an error from before any call, such as a body that is too large. */
function throwForAll(body: unknown, { status, headers }: Response): void {
  if (isErrorBody(body)) {
    throw new NamecardError(reasonNamed(body.reason), body.message, {
      status,
      rawReason: rawReasonOf(body.reason),
      issues: readIssues(body.issues),
      retryAfter: retryAfterOf(headers),
    });
  }
}

/**
 * A `fetch` for tRPC's links. It fails with a `NamecardError` without an answer,
 * or if the answer is not tRPC's.
 * @param timeout milliseconds for the whole answer
 */
export function askWithin(timeout: number, send = fetch): Fetch {
  return async (address, init = {}) => {
    const answer = await exchange(address, init, { timeout, send });
    // The service redirects nothing, and the token does not follow to another origin.
    if (answer.response.redirected) throw unreadable(answer.response);
    const body = parse(answer);
    throwForAll(body, answer.response);
    return new Response(answer.text, answer.response);
  };
}

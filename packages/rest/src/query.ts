import type { Converter } from './parameter.ts';
import { HttpError } from './http-error.ts';

/**
 * Reads the query of a request target into `into`. Names the procedure does not know
 * are ignored, repeated or not. Rejects with 400 a known parameter that is given
 * twice or whose percent-encoding is broken.
 */
export function readQuery(
  target: string,
  converters: ReadonlyMap<string, Converter>,
  into: Record<string, unknown>,
): void {
  const start = target.indexOf('?');
  if (start === -1) {
    return;
  }
  for (const pair of target.slice(start + 1).split('&')) {
    readPair(pair, converters, into);
  }
}

function readPair(
  pair: string,
  converters: ReadonlyMap<string, Converter>,
  into: Record<string, unknown>,
): void {
  const equals = pair.indexOf('=');
  const end = equals === -1 ? pair.length : equals;
  const name = decode(pair.slice(0, end));
  if (name === undefined) {
    return;
  }
  const convert = converters.get(name);
  if (convert === undefined) {
    return;
  }
  const text = decode(pair.slice(end + 1));
  if (text === undefined) {
    throw new HttpError('MALFORMED_QUERY');
  }
  if (Object.hasOwn(into, name)) {
    throw new HttpError('PARAMETER_REPEATED');
  }
  into[name] = convert(text);
}

/** Decodes once, a plus being a space; `undefined` for what is not validly encoded. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

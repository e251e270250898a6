import { HttpError } from './http-error.ts';
import type { Parameter } from './parameter.ts';

/**
 * Reads the query of a request target into `into`, and ignores unknown names.
 * Rejects with 400 a known parameter with broken percent-encoding, or one that is
 * repeated but is no array.
 */
export function readQuery(
  target: string,
  parameters: ReadonlyMap<string, Parameter>,
  into: Record<string, unknown>,
): void {
  const start = target.indexOf('?');
  if (start === -1) {
    return;
  }
  for (const pair of target.slice(start + 1).split('&')) {
    readPair(pair, parameters, into);
  }
}

function readPair(
  pair: string,
  parameters: ReadonlyMap<string, Parameter>,
  into: Record<string, unknown>,
): void {
  const equals = pair.indexOf('=');
  const end = equals === -1 ? pair.length : equals;
  const name = decode(pair.slice(0, end));
  if (name === undefined) {
    return;
  }
  const parameter = parameters.get(name);
  if (parameter === undefined) {
    return;
  }
  const text = decode(pair.slice(end + 1));
  if (text === undefined) {
    throw new HttpError('MALFORMED_QUERY');
  }
  const value = parameter.convert(text);
  const earlier = Object.hasOwn(into, name) ? into[name] : undefined;
  if (earlier === undefined) {
    into[name] = parameter.isList ? [value] : value;
  } else if (Array.isArray(earlier)) {
    earlier.push(value);
  } else {
    throw new HttpError('PARAMETER_REPEATED');
  }
}

/** Decodes once; a plus is a space. `undefined` if the encoding is not valid. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

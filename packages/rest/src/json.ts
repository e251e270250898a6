import type { IncomingHttpHeaders } from 'node:http';
import { MIMEType } from 'node:util';
import { parse } from 'secure-json-parse';
import { HttpError } from './http-error.ts';

/** How deeply objects and arrays may lie in one another. */
const deepest = 64;

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a request body as JSON. Throws an `HttpError` for, in this order: a content type
 * that is not JSON in UTF-8 or a content coding (415), bytes that are not UTF-8, nesting
 * beyond 64 levels, text that is not JSON (400). `undefined` where there is no body.
 * Keys named `__proto__` are dropped, so that a later copy cannot set a prototype.
 */
export function readJson(body: Buffer, headers: IncomingHttpHeaders): unknown {
  requireJsonType(headers['content-type']);
  requireNoCoding(headers['content-encoding']);
  if (body.length === 0) {
    return undefined;
  }
  return parseText(decode(body));
}

/**
 * Rejects with 415 what is not `application/json`: a cross-site form can send other
 * types without asking, and so could run procedures that take no input.
 */
function requireJsonType(contentType: string | undefined): void {
  if (contentType === 'application/json') {
    return;
  }
  if (contentType === undefined || !isJsonType(contentType)) {
    throw new HttpError('UNSUPPORTED_MEDIA_TYPE');
  }
}

/** A body is never decompressed: a small one could become a huge one. What would be taken is named (RFC 9110, section 15.5.16). */
function requireNoCoding(coding: string | undefined): void {
  if (coding !== undefined && coding.toLowerCase() !== 'identity') {
    throw new HttpError('UNSUPPORTED_MEDIA_TYPE', { 'accept-encoding': 'identity' });
  }
}

function isJsonType(contentType: string): boolean {
  try {
    const type = new MIMEType(contentType);
    const charset = type.params.get('charset')?.toLowerCase() ?? 'utf-8';
    return (
      type.essence === 'application/json' && (charset === 'utf-8' || charset === 'utf8')
    );
  } catch {
    return false;
  }
}

function decode(body: Buffer): string {
  const text = decodeUtf8(body);
  if (text.length > deepest && isTooDeep(text)) {
    throw new HttpError('BODY_TOO_DEEP');
  }
  return text;
}

function decodeUtf8(body: Buffer): string {
  try {
    return decoder.decode(body);
  } catch {
    throw new HttpError('MALFORMED_TEXT');
  }
}

const quote = 0x22;
const backslash = 0x5c;
const openers = new Set([0x5b, 0x7b]);
const closers = new Set([0x5d, 0x7d]);

/** Counts brackets outside strings; does not ask whether the text is valid JSON. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === quote) {
      at = endOfString(text, at);
    } else if (openers.has(unit)) {
      depth++;
      if (depth > deepest) {
        return true;
      }
    } else if (closers.has(unit)) {
      depth--;
    }
  }
  return false;
}

/** Where the string that opens at `start` has its closing quote. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charCodeAt(at) !== quote) {
    at += text.charCodeAt(at) === backslash ? 2 : 1;
  }
  return at;
}

function parseText(text: string): unknown {
  try {
    return parse(text, { protoAction: 'remove', constructorAction: 'ignore' });
  } catch {
    throw new HttpError('MALFORMED_JSON');
  }
}

import type { IncomingHttpHeaders } from 'node:http';
import { MIMEType } from 'node:util';
import { parse } from 'secure-json-parse';
import { HttpError } from './http-error.ts';

/** Levels of nested objects and arrays. */
const deepest = 64;

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a request body as JSON; `undefined` if there is no body. Throws an
 * `HttpError`, in this order: 415 for a type other than JSON in UTF-8 or for a
 * content coding; 400 for bytes that are not UTF-8, more than 64 levels, or text
 * that is not JSON. Drops keys named `__proto__`, so that a later copy cannot set
 * a prototype.
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
 * Rejects other types with 415. A cross-site form can send them without a
 * preflight, and so could run procedures without an input.
 */
function requireJsonType(contentType: string | undefined): void {
  if (contentType === 'application/json') {
    return;
  }
  if (contentType === undefined || !isJsonType(contentType)) {
    throw new HttpError('UNSUPPORTED_MEDIA_TYPE');
  }
}

/**
 * Never decompresses: a small body could become a huge one. The answer names the
 * accepted coding (RFC 9110, section 15.5.16).
 */
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

/** Counts brackets outside strings, in valid JSON or not. */
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

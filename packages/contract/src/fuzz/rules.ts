import { socialNetworks } from '@namecard/db';
import type { Json } from '../index.ts';
import { targetOf } from './request.ts';
import type { Reading } from './reading.ts';
import { readSchema } from './schema.ts';

/** Behaviour of the service that the document can't express. */
export type Rule = {
  name: string;
  /** Why the document does not say it. */
  reason: string;
  /**
   * `refuses`: what the document allows. `accepts`: what it forbids. `open`: the
   * document says nothing.
   */
  effect: 'refuses' | 'accepts' | 'open';
  applies: (reading: Reading) => boolean;
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const fieldOf = (value: unknown, name: string) =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

const textsOf = (value: unknown, names: readonly string[]) =>
  names.map((name) => fieldOf(value, name)).filter((one) => typeof one === 'string');

/** Works level by level, because some values are too deep for recursion. */
function depthOf(value: unknown): number {
  let depth = 0;
  for (let level = [value].filter(isObject); level.length > 0; depth++) {
    level = level.flatMap((one) => Object.values(one)).filter(isObject);
  }
  return depth;
}

const linksIn = ({ body }: Reading) => textsOf(fieldOf(body, 'socials'), socialNetworks);

function isWebLink(text: string): boolean {
  if (!URL.canParse(text) || /[\s\\]/.test(text)) {
    return false;
  }
  const { username, password } = new URL(text);
  return (
    /^https?:\/\/[^/?#@]+([/?#]|$)/i.test(text) && username === '' && password === ''
  );
}

const uriPart = "(?:[\\w.~!$&'()*+,;=:@/?-]|%[\\da-f]{2})*";

/** A web link by RFC 3986. */
const uri = new RegExp(
  `^https?://(?:[\\w.~!$&'()*+,;=:-]|%[\\da-f]{2}|\\[[\\da-f:.]+\\])+(?:[/?]${uriPart})?(?:#${uriPart})?$`,
  'i',
);

type Text = { text: string; patterns: string[] };

/** The texts in a value, each with the patterns of its field. */
function describedTexts(value: unknown, json: Json): Text[] {
  const { properties = {}, items, pattern, anyOf = [] } = readSchema(json);
  if (typeof value === 'string') {
    const patterns = [pattern, ...anyOf.map((one) => readSchema(one).pattern)];
    return [{ text: value, patterns: patterns.filter((one) => one !== undefined) }];
  }
  if (Array.isArray(value)) {
    return items === undefined ? [] : value.flatMap((one) => describedTexts(one, items));
  }
  return Object.entries(properties).flatMap(([name, schema]) =>
    describedTexts(fieldOf(value, name), schema),
  );
}

function textsOfRequest({ operation, query, body }: Reading): Text[] {
  const schema = operation.requestBody?.content['application/json']?.schema;
  const inQuery = operation.parameters.flatMap((parameter) =>
    parameter.in === 'query'
      ? describedTexts(query[parameter.name], parameter.schema)
      : [],
  );
  return [...inQuery, ...(schema === undefined ? [] : describedTexts(body, schema))];
}

const accepts = (pattern: string, text: string) => new RegExp(pattern, 'u').test(text);

/** A pattern that refuses the sample refuses all characters of that kind. */
const kinds = [
  { sample: '\u0085', characters: /\p{Cn}/u },
  { sample: '\u200b', characters: /[\p{Cf}\p{DI}\p{Zl}\p{Zp}\u2800]/u },
];

/**
 * Whether the text has characters that the service refuses and its patterns do
 * not.
 */
const holdsUnnamed = ({ text, patterns }: Text) =>
  patterns.every((pattern) => accepts(pattern, text)) &&
  kinds.some(
    ({ sample, characters }) =>
      characters.test(text) && patterns.some((pattern) => !accepts(pattern, sample)),
  );

/** Fields with more checks than a pattern. */
const opaque = new Set(['address', 'url', 'cursor', 'asOf']);

/** An instant that PostgreSQL does not know, or not so precisely. */
const isFarInstant = (text: string) => /^0000|\.\d{7}/.test(text);

/** Cursors that are accepted without having been issued. */
const cursorShapes: Record<string, RegExp> = {
  '/profiles/walk': /^p -?\d{1,17}$/,
  '/profiles/search': /^s -?\d{1,17}$/,
  '/changes': /^c [0-9a-f-]{36} \d{1,15}$/,
};

const isMadeUp = (shape: RegExp | undefined, cursor: unknown) =>
  shape !== undefined &&
  typeof cursor === 'string' &&
  !shape.test(Buffer.from(cursor, 'base64url').toString());

/**
 * All differences between document and service. A rule that never applies must be
 * removed.
 */
export const rules: Rule[] = [
  {
    name: 'a body has at most 64 KiB',
    reason: 'OpenAPI can’t express the size of a body.',
    effect: 'refuses',
    applies: ({ request: { body }, operation }) =>
      operation.requestBody !== undefined && (body?.length ?? 0) > 65_536,
  },
  {
    name: 'a body is nested at most 64 deep',
    reason: 'JSON Schema can’t limit the depth, and unknown keys may have any value.',
    effect: 'refuses',
    applies: ({ body }) => depthOf(body) > 64,
  },
  {
    name: 'a body is not compressed',
    reason: 'OpenAPI can’t express the encoding of a request’s body.',
    effect: 'refuses',
    applies: ({ request: { headers }, operation }) =>
      operation.requestBody !== undefined &&
      headers.some(
        ([name, value]) => name === 'content-encoding' && value !== 'identity',
      ),
  },
  {
    name: 'an address has at most 8 KiB, headers 16',
    reason: 'OpenAPI can’t express either.',
    effect: 'refuses',
    applies: ({ request }) =>
      targetOf('', request).length > 8_000 ||
      request.headers.reduce(
        (sum, [name, value]) => sum + name.length + value.length,
        0,
      ) > 15_000,
  },
  {
    name: 'an email address is trimmed',
    reason:
      'The document describes the address without the white space that forms may add.',
    effect: 'accepts',
    applies: ({ body }) =>
      textsOf(body, ['email']).some((email) => email !== email.trim()),
  },
  {
    name: 'texts hold neither NUL nor lone surrogates, nor unassigned or invisible characters',
    reason: 'No pattern means the same characters in every language.',
    effect: 'refuses',
    applies: (reading) =>
      textsOfRequest(reading).some(
        (one) => /[\0\p{Cs}]/u.test(one.text) || holdsUnnamed(one),
      ),
  },
  {
    name: 'links are http or https, with a host and without user info',
    reason: 'The parser of the URL standard decides what is a link, not a pattern.',
    effect: 'refuses',
    applies: (reading) =>
      linksIn(reading).some((link) => link !== '' && !isWebLink(link)),
  },
  {
    name: 'a link may be typed in any alphabet',
    reason: '`format: uri` means RFC 3986. Browsers and the service accept more.',
    effect: 'accepts',
    applies: (reading) =>
      linksIn(reading).some((link) => isWebLink(link) && !uri.test(link)),
  },
  {
    name: 'a cursor is one that was given',
    reason: 'It is opaque, so the document does not describe its form.',
    effect: 'refuses',
    applies: ({ operation: { path }, query: { cursor } }) =>
      isMadeUp(cursorShapes[path], cursor),
  },
  {
    name: 'values that have to fit one another',
    reason: 'JSON Schema can’t relate fields to each other.',
    effect: 'open',
    applies: ({ relatesValues, body }) => relatesValues && isObject(body),
  },
  {
    name: 'moderators’ instants, addresses and cursors',
    reason: 'The service checks them by more than a pattern.',
    effect: 'open',
    applies: ({ operation: { path }, query, body }) =>
      path.startsWith('/moderation/') &&
      [...Object.entries(query), ...Object.entries(isObject(body) ? body : {})].some(
        ([name, value]) =>
          opaque.has(name) || (typeof value === 'string' && isFarInstant(value)),
      ),
  },
  {
    name: 'a path may be another operation’s',
    reason: 'In OpenAPI a path without parameters wins over one with parameters.',
    effect: 'open',
    applies: ({ isOtherPath }) => isOtherPath,
  },
  {
    name: 'an operation without a body may be sent one',
    reason: 'The document describes no body, but some clients send one.',
    effect: 'open',
    applies: ({ operation, request }) =>
      operation.requestBody === undefined && (request.body?.length ?? 0) > 0,
  },
];

/**
 * The expected result: success or a refusal for another reason than the form; a
 * refusal; or either.
 */
export type Expectation = { expected: 'taken' | 'refused' | 'either'; because: string[] };

export function expectationOf(reading: Reading): Expectation {
  const applying = rules.filter(({ applies }) => applies(reading));
  const named = (effect: Rule['effect']) =>
    applying.filter((rule) => rule.effect === effect).map(({ name }) => name);
  const open = named('open');
  const refusing = named('refuses');
  if (open.length > 0) {
    return { expected: 'either', because: open };
  }
  if (refusing.length > 0) {
    return { expected: 'refused', because: refusing };
  }
  if (reading.findings.length === 0) {
    return { expected: 'taken', because: [] };
  }
  const accepting = named('accepts');
  return accepting.length > 0
    ? { expected: 'either', because: accepting }
    : { expected: 'refused', because: reading.findings };
}

// The packed client ships this file to browsers, so it imports only its like.
import { category, seenWord } from './seen-text.ts';

/** `Name <address>;`, as mail programs copy it. They also make links of addresses. */
const named = [/^([^<>]*)<([^<>]*)>[\s,;.]*$/, /^\[([^[\]]*)\]\(([^()]*)\)$/];

/** A link may give a subject, but no second address, and no NUL. */
const link = /^mailto:\s*((?:[^?%]|%(?!00))*)(?:\?(?!.*(?:@|%40)).*)?$/i;

/** Quotes, brackets, the end of a sentence: no address begins or ends with them. */
const before = category("^[^\\p{L}\\p{N}\\p{Cc}@.!#-'*+/=?^_`{|}~-]+", '^["(<[ ]+');
const after = category(
  '[^\\p{L}\\p{M}\\p{N}\\p{Cc}@]+$',
  '["\')>\\]*_` .,;:!?\u2019\u201d]+$',
);

/** What Word and phones write for `'`. No address has them. */
const apostrophes = /[\u2018\u2019]/g;

/** Not ASCII, and of ASCII only letters, digits, dashes and dots: a host is not cut. */
const international = category(
  '^(?=.*[^ -~])(?:[A-Za-z0-9.\u00b7\u3002\u30fb-]|[^\\0-\\x7f\\p{P}])+$',
  '^(?=.*[^ -~])(?:[A-Za-z0-9.-]|[^\\0-\\x7f\u2000-\u206f])+$',
);

/** An international domain in its ASCII form (`xn--`). What is no domain stays none. */
export function readDomain(domain: string): string {
  if (domain.replace(international, '') !== '') return domain;
  try {
    return new URL(`https://${domain}`).hostname;
  } catch {
    return domain;
  }
}

/** The address of a link is percent-encoded (RFC 6068). A broken link stays one. */
function unlinked(text: string): string {
  const [, address] = link.exec(text) ?? [];
  try {
    return address === undefined ? text : decodeURIComponent(address);
  } catch {
    return text;
  }
}

/** An address without what stands around it. */
function bare(text: string): string {
  const found = unlinked(text.trim());
  if (found.split('@').length !== 2) return found;
  const begun = found.replace(before, '');
  let address = begun.replace(after, '');
  const behind = new Set(begun.slice(address.length));
  // A sign may begin an address, but not if it also stands behind it.
  for (const sign of /^[\W_]*/.exec(address)?.[0] ?? '') {
    if (!behind.has(sign === '{' ? '}' : sign)) break;
    address = address.slice(1);
  }
  // Word's hyphen. Longer dashes may begin the next word.
  return address.replace(/\u2010/g, '-').replace(apostrophes, "'");
}

/**
 * The address that somebody typed, pasted or configured, in the case it has. What is
 * none stays none. Mail goes to this form only: to another than the one compared, a
 * code would reach somebody else.
 */
export function readAddress(typed: string): string {
  // No address is so long, and the time grows with the square of the length.
  if (typed.length > 1_000) return typed;
  const seen = seenWord(typed);
  const [, name = '', within = seen] =
    named.map((form) => form.exec(seen)).find((found) => found !== null) ?? [];
  // Two addresses are none. A link of an address has the same one twice.
  if (name.includes('@') && addressKey(name) !== addressKey(within)) return seen;
  const address = bare(within);
  const at = address.indexOf('@') + 1;
  return address.slice(0, at) + readDomain(address.slice(at));
}

/** The form for comparing addresses, as stored or as typed. */
export const addressKey = (email: string) => readAddress(email).toLowerCase();

/** Shortened, for people and places that may not have the whole address. */
export const masked = (address: string) => address.replace(/^(.).*@/, '$1…@');

/** Tells whom to contact about a decision, if the operator has set it. */
export const contactMessage = (contactUrl: string | undefined): string[] =>
  contactUrl === undefined ? [] : [`Contact: ${contactUrl.replace(/^mailto:/, '')}`];

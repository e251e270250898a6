// The packed client ships this file to browsers, so it imports only its like.
import { seenWord } from './seen-text.ts';

/** `Name <address>`, as mail programs copy it. A second address in the name stays. */
const named = /^[^<>@]*<([^<>]*)>$/;

/** Not ASCII, and of ASCII only letters, digits, dashes and dots: a host is not cut. */
const international = /^(?=.*[^ -~])(?:[a-z0-9.-]|[^\0-\x7f])+$/i;

/** An international domain in its ASCII form (`xn--`). What is no domain stays none. */
export function readDomain(domain: string): string {
  if (!international.test(domain)) return domain;
  try {
    return new URL(`https://${domain}`).hostname;
  } catch {
    return domain;
  }
}

/**
 * The address that somebody typed, pasted or configured, in the case it has. What is
 * none stays none. Mail goes to this form only: to another than the one compared, a
 * code would reach somebody else.
 */
export function readAddress(typed: string): string {
  const seen = seenWord(typed);
  const [, within = seen] = named.exec(seen) ?? [];
  const address = within.trim().replace(/^mailto:/i, '');
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

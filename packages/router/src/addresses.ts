import { domainToASCII } from 'node:url';
import { seenWord } from './seen-text.ts';

/** `Name <address>`, as mail programs copy it. A second address in the name stays. */
const named = /^[^<>@]*<([^<>]*)>$/;

/** Letters, digits, dashes and dots, one of them not ASCII. Else a host could be cut. */
const international = /^(?=.*[^ -~])[\p{L}\p{M}\p{N}.\u3002-]+$/u;

/** An international domain in its ASCII form (`xn--`). */
export const readDomain = (domain: string): string =>
  international.test(domain) ? domainToASCII(domain) : domain;

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

/** Tells whom to contact about a decision, if the operator has set it. */
export const contactMessage = (contactUrl: string | undefined): string[] =>
  contactUrl === undefined ? [] : [`Contact: ${contactUrl.replace(/^mailto:/, '')}`];

const onePlainAddress =
  /^[a-z0-9.!#$%&'*+\-/=?^_`{|}~]{1,64}@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i;

/** The longest address that fits an SMTP path (RFC 5321, 4.5.3.1.3, as corrected by erratum 1690). */
const longestAddress = 254;

/**
 * Whether the text is exactly one bare address. A provider reads a recipient field as a comma list
 * with display names, so whatever could separate, quote or name a second address is refused.
 */
export function isOnePlainAddress(address: string): boolean {
  return address.length <= longestAddress && onePlainAddress.test(address);
}

/** @throws {TypeError} for a value that could not stand in a header; the message does not repeat it */
export function requirePrintable(
  name: string,
  value: string,
  pattern = /^[^\p{Cc}]+$/u,
): void {
  if (!pattern.test(value))
    throw new TypeError(`The email ${name} is empty or holds characters it can't have.`);
}

/** The bare address of a sender such as `Namecard <hello@example.com>`. */
export const addressOf = (sender: string): string =>
  (sender.match(/<([^<>]*)>\s*$/)?.[1] ?? sender).trim();

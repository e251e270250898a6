const onePlainAddress =
  /^[a-z0-9.!#$%&'*+\-/=?^_`{|}~]{1,64}@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i;

/** Fits an SMTP path (RFC 5321, 4.5.3.1.3, erratum 1690). */
const longestAddress = 254;

/** Refuses characters that separate, quote or name addresses in a list. */
export function isOnePlainAddress(address: string): boolean {
  return address.length <= longestAddress && onePlainAddress.test(address);
}

/** @throws {TypeError} for a value unfit for a header, without repeating it */
export function requirePrintable(
  name: string,
  value: string,
  pattern = /^[^\p{Cc}]+$/u,
): void {
  if (!pattern.test(value))
    throw new TypeError(
      `The email ${name} is empty or has characters that are not allowed.`,
    );
}

/** Of a sender such as `Namecard <hello@example.com>`. */
export const addressOf = (sender: string): string =>
  (sender.match(/<([^<>]*)>\s*$/)?.[1] ?? sender).trim();

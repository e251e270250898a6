/**
 * In seconds. The header has a number or a date (RFC 9110, 10.2.3), by the clock of the
 * server. Another origin's `Date` can be hidden: then the clocks must agree.
 */
export function retryAfterOf(headers: Headers | undefined): number | undefined {
  const value = headers?.get('retry-after');
  if (value === undefined || value === null || value.trim() === '') {
    return undefined;
  }
  if (/^\d+$/.test(value.trim())) {
    return Number(value);
  }
  const sentAt = Date.parse(headers?.get('date') ?? '') || Date.now();
  const seconds = Math.ceil((Date.parse(value) - sentAt) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

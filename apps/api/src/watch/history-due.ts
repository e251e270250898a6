import type { HistoryDue } from '@namecard/router';

/** For the log of a start and for `./namecard doctor`. */
export const historyDue = ({ from, events }: HistoryDue, months: number): string =>
  `AUDIT_MONTHS is ${months}: from ${from.slice(0, 10)} on, older history is deleted, at first ${events} events${events >= 100_000 ? ' or more' : ''}. Set AUDIT_MONTHS to up to 120 to keep it longer`;

import { useSyncExternalStore } from 'react';
import { now } from '../clock.ts';

const exact = new Intl.DateTimeFormat('en', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  hourCycle: 'h23',
});

const dateOnly = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

const units = [
  { unit: 'minute', seconds: minute, below: hour },
  { unit: 'hour', seconds: hour, below: day },
  { unit: 'day', seconds: day, below: 30 * day },
] as const;

export const exactTime = (at: string): string => exact.format(new Date(at));

const hourOnly = new Intl.DateTimeFormat('en', { timeStyle: 'short', hourCycle: 'h23' });

/** "20:38" of an instant of today. Empty without one. */
export const timeOf = (at: string | null): string =>
  at === null ? '' : hourOnly.format(new Date(at));

/** "5 minutes ago", "in 2 days"; from 30 days on a date. */
export function roughTime(at: string, present: number): string {
  const seconds = (Date.parse(at) - present) / 1000;
  if (Math.abs(seconds) < minute) {
    return seconds > 5 ? 'in a moment' : 'just now';
  }
  const fitting = units.find(({ below }) => Math.abs(seconds) < below);
  return fitting
    ? relative.format(
        // A past time as in `shortAge`: only what is over counts.
        (seconds < 0 ? Math.ceil : Math.round)(seconds / fitting.seconds),
        fitting.unit,
      )
    : dateOnly.format(new Date(at));
}

const monthOnly = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric' });

/**
 * For narrow columns: "4 min", "3 h", "12 d"; from a year on a month. It is not
 * updated.
 */
export function shortAge(at: string): string {
  const seconds = (now() - Date.parse(at)) / 1000;
  if (seconds < minute) return 'now';
  if (seconds < hour) return `${Math.floor(seconds / minute)} min`;
  if (seconds < day) return `${Math.floor(seconds / hour)} h`;
  if (seconds < 365 * day) return `${Math.floor(seconds / day)} d`;
  return monthOnly.format(new Date(at));
}

/** Reads the clock at each call, so that a past time never appears as future. */
export const timeText = (at: string): string => roughTime(at, now());

const tickLength = 30_000;

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, tickLength);
  return () => clearInterval(timer);
}

/**
 * A relative time. The exact time appears on hover and is read by screen readers.
 */
export function When({ at }: { at: string }) {
  const rough = useSyncExternalStore(subscribe, () => timeText(at));
  const whole = exactTime(at);
  return (
    <time dateTime={at} title={whole} className="whitespace-nowrap">
      {rough}
      <span className="sr-only">, {whole}</span>
    </time>
  );
}

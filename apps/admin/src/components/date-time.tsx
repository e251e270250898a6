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

/** An instant in the viewer's time zone: "Jan 31, 2026, 12:00:00". */
export const exactTime = (at: string): string => exact.format(new Date(at));

/** "5 minutes ago", "in 2 days"; a date from 30 days on. */
export function roughTime(at: string, present: number): string {
  const seconds = (Date.parse(at) - present) / 1000;
  if (Math.abs(seconds) < minute) {
    return seconds > 5 ? 'in a moment' : 'just now';
  }
  const fitting = units.find(({ below }) => Math.abs(seconds) < below);
  return fitting
    ? relative.format(Math.round(seconds / fitting.seconds), fitting.unit)
    : dateOnly.format(new Date(at));
}

const monthOnly = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric' });

/** "4 min", "3 h", "12 d"; a month from a year on: for a narrow column. It is not kept up to date. */
export function shortAge(at: string): string {
  const seconds = (now() - Date.parse(at)) / 1000;
  if (seconds < minute) return 'now';
  if (seconds < hour) return `${Math.floor(seconds / minute)} min`;
  if (seconds < day) return `${Math.floor(seconds / hour)} h`;
  if (seconds < 365 * day) return `${Math.floor(seconds / day)} d`;
  return monthOnly.format(new Date(at));
}

/** The same at present: what is past never reads as future, so the present is not kept from one drawing to the next. */
export const timeText = (at: string): string => roughTime(at, now());

/** Milliseconds. */
const tickLength = 30_000;

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, tickLength);
  return () => clearInterval(timer);
}

/** A relative time; the exact one shows on hover and is read out. */
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

import type { z } from 'zod';
import { csvLine } from './csv.ts';
import type { Event } from './schemas.ts';

type Event = z.infer<typeof Event>;

const columns: [string, (event: Event) => string | null][] = [
  ['at', ({ at }) => at],
  ['action', ({ action }) => action],
  ['actor', ({ actor }) => actor?.email ?? null],
  ['profile', ({ subject }) => (subject.kind === 'profile' ? subject.username : null)],
  ['user', ({ subject }) => (subject.kind === 'user' ? subject.email : null)],
  ['reason', ({ reason }) => reason],
  ['note', ({ note }) => note],
  ['private note', ({ privateNote }) => privateNote],
  ['before', ({ before }) => JSON.stringify(before)],
  ['after', ({ after }) => JSON.stringify(after)],
  ['ip', ({ from }) => from.ip],
  ['browser', ({ from }) => from.browser],
  ['system', ({ from }) => from.system],
  ['event', ({ id }) => id],
  ['act', ({ act }) => act],
  ['subject', ({ subject }) => subject.id],
  ['undoes', ({ undoes }) => undoes],
  ['undone by', ({ undoneBy }) => undoneBy],
];

const header = csvLine(columns.map(([name]) => name));

/** Events as CSV, a line each, and a first one that names the columns where it is asked for. */
export function eventsCsv(events: readonly Event[], withHeader: boolean): string {
  const lines = events.map((event) => csvLine(columns.map(([, read]) => read(event))));
  return `${withHeader ? header : ''}${lines.join('')}`;
}

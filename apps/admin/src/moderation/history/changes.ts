import { exactTime } from '../../components/date-time.tsx';
import { roleNames } from '../../who.ts';
import type { AuditEvent } from './vocabulary.ts';

export type Change = { name: string; from: string; to: string };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function suspensionOf(value: unknown): string {
  if (!isObject(value)) return 'Not suspended';
  const until = value['until'];
  return typeof until === 'string' ? `Suspended until ${exactTime(until)}` : 'Suspended';
}

const names: Readonly<Record<string, string>> = roleNames;

function plain(value: unknown): string {
  if (value === undefined || value === null) return 'Nothing';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const scopesOf = (value: unknown): string =>
  isObject(value) && Array.isArray(value['scopes'])
    ? value['scopes'].join(', ')
    : 'No key';

const roleOf = (value: unknown) => names[plain(value)] ?? plain(value);

const fields: Readonly<
  Record<string, { name: string; format: (value: unknown) => string }>
> = {
  suspended: { name: 'State', format: suspensionOf },
  role: { name: 'Role', format: roleOf },
  key: { name: 'Service key', format: scopesOf },
  kinds: { name: 'Events', format: plain },
  adminsOnly: {
    name: 'Second look',
    format: (value) => (value === true ? 'By an admin' : 'By anybody'),
  },
  ban: { name: 'Account', format: (value) => (value === true ? 'Banned' : 'Allowed') },
  refusal: {
    name: 'Invitations',
    format: (value) => (value === true ? 'Refused' : 'Allowed'),
  },
};

/** The sentence about the event says these changes. */
const told = new Set(['hidden', 'held', 'session', 'webhook']);

export function changesOf({
  before,
  after,
}: Pick<AuditEvent, 'before' | 'after'>): Change[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys
    .filter((key) => !told.has(key))
    .map((key) => {
      const { name, format } = fields[key] ?? { name: key, format: plain };
      return { name, from: format(before[key]), to: format(after[key]) };
    });
}

import { exactTime } from '../../components/date-time.tsx';
import { roleNames } from '../../who.ts';
import type { AuditEvent } from './vocabulary.ts';

/** One changed field of an event. */
export type Change = { name: string; from: string; to: string };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function formatHidden(value: unknown): string {
  return value === true ? 'Hidden' : 'Active';
}

function formatSuspension(value: unknown): string {
  if (!isObject(value)) {
    return 'Not suspended';
  }
  const until = value['until'];
  return typeof until === 'string' ? `Suspended until ${exactTime(until)}` : 'Suspended';
}

const names: Readonly<Record<string, string>> = roleNames;

function formatPlainly(value: unknown): string {
  if (value === undefined || value === null) {
    return 'Nothing';
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const withScopes = (value: unknown): string =>
  isObject(value) && Array.isArray(value['scopes'])
    ? value['scopes'].join(', ')
    : 'No key';

const formatRole = (value: unknown) => {
  const role = formatPlainly(value);
  return names[role] ?? role;
};

const fields: Readonly<
  Record<string, { name: string; format: (value: unknown) => string }>
> = {
  hidden: { name: 'State', format: formatHidden },
  held: {
    name: 'First look',
    format: (value) => (value === true ? 'Waits' : 'Done'),
  },
  suspended: { name: 'State', format: formatSuspension },
  role: { name: 'Role', format: formatRole },
  key: { name: 'Service key', format: withScopes },
  session: { name: 'Session', format: formatPlainly },
  kinds: { name: 'Events', format: formatPlainly },
  ban: {
    name: 'Account',
    format: (value) => (value === true ? 'Banned' : 'Allowed'),
  },
  refusal: {
    name: 'Invitations',
    format: (value) => (value === true ? 'Refused' : 'Allowed'),
  },
};

export function changesOf({
  before,
  after,
}: Pick<AuditEvent, 'before' | 'after'>): Change[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.map((key) => {
    const { name, format } = fields[key] ?? { name: key, format: formatPlainly };
    return { name, from: format(before[key]), to: format(after[key]) };
  });
}

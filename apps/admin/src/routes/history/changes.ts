import { exactTime } from '../../components/date-time.tsx';
import { roleNames } from '../users/vocabulary.ts';
import type { Event } from './vocabulary.ts';

/** What changed in one respect, in words. */
export type Change = { name: string; from: string; to: string };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function hiddenInWords(value: unknown): string {
  return value === true ? 'Hidden' : 'Active';
}

function suspensionInWords(value: unknown): string {
  if (!isRecord(value)) {
    return 'Not suspended';
  }
  const until = value['until'];
  return typeof until === 'string' ? `Suspended until ${exactTime(until)}` : 'Suspended';
}

const names: Readonly<Record<string, string>> = roleNames;

function plainly(value: unknown): string {
  if (value === undefined || value === null) {
    return 'Nothing';
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const roleInWords = (value: unknown) => {
  const role = plainly(value);
  return names[role] ?? role;
};

const respects: Readonly<Record<string, { name: string; inWords: (value: unknown) => string }>> = {
  hidden: { name: 'State', inWords: hiddenInWords },
  suspended: { name: 'State', inWords: suspensionInWords },
  role: { name: 'Role', inWords: roleInWords },
  session: { name: 'Session', inWords: plainly },
};

/** Before and after, respect by respect. */
export function changesOf({ before, after }: Pick<Event, 'before' | 'after'>): Change[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.map((key) => {
    const { name, inWords } = respects[key] ?? { name: key, inWords: plainly };
    return { name, from: inWords(before[key]), to: inWords(after[key]) };
  });
}

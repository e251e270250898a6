import { readCursor, writeCursor } from '@namecard/db';
import { invalidField } from '../../../errors.ts';
import type { Moment } from './updates.sql.ts';

const shape = /^u (\d{1,16}) (\d{1,16}) (\d{1,16})$/;

/** Opaque for clients. */
export const writeAsOf = ({ profile, edit, event }: Moment): string =>
  writeCursor('u', profile, edit, event);

/** Fails with `INPUT_INVALID`. */
export function readAsOf(asOf: string): Moment {
  const [profile, edit, event] = (readCursor(shape, asOf) ?? []).map(Number);
  if (profile === undefined || edit === undefined || event === undefined) {
    throw invalidField('asOf', 'Must be the asOf of a search.');
  }
  return { profile, edit, event };
}

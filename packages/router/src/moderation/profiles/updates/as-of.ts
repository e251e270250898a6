import { invalidField } from '../../../errors.ts';
import { Moment } from '../schemas.ts';

/** Opaque for clients. */
export const writeAsOf = (moment: Moment): string =>
  Buffer.from(JSON.stringify(moment)).toString('base64url');

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Fails with `INPUT_INVALID`. */
export function readAsOf(asOf: string): Moment {
  const parsed = Moment.safeParse(parsedJson(Buffer.from(asOf, 'base64url').toString()));
  if (!parsed.success) {
    throw invalidField('asOf', 'Must be the asOf of a search.');
  }
  return parsed.data;
}

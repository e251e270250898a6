import { isoInstantOrNull } from '@namecard/db';
import type { Appealed } from '../errors.ts';

/** With the instants of an appeal and its answer as clients get them. */
export const appealedView = <Row extends Pick<Appealed, 'appealedAt' | 'answeredAt'>>(
  row: Row,
) => ({
  ...row,
  appealedAt: isoInstantOrNull(row.appealedAt),
  answeredAt: isoInstantOrNull(row.answeredAt),
});

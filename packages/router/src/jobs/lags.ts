import { readJobLags } from './jobs.sql.ts';
import type { SweepDeps } from './sweep.ts';

/** For how many seconds a job of each kind has been due, in whichever instance. */
export const readLags = ({ orm }: Pick<SweepDeps, 'orm'>) => readJobLags(orm.em);

import { readJobLags } from './jobs.sql.ts';
import type { SweepDeps } from './sweep.ts';

export const readLags = ({ orm }: Pick<SweepDeps, 'orm'>) => readJobLags(orm.em);

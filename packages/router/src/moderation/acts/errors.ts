import { AppError, invalidField } from '../../errors.ts';
import { brakeErrors } from '../brake/errors.ts';
import { mostInSearch } from './preview.sql.ts';

export const startErrors = ['ACT_NOT_FOUND', ...brakeErrors] as const;

export const actErrors = ['ACT_NOT_FOUND'] as const;

export const actNotFound = () =>
  new AppError(
    'NOT_FOUND',
    'ACT_NOT_FOUND',
    'There is no such act that you can start or see. A preview works once, for ten minutes, and only the ten newest are kept: preview it again, and start it before you preview more. An act that waits is started by an admin.',
  );

export const tooManyFound = (field: 'profiles' | 'users') =>
  invalidField(
    field,
    `Must find at most ${mostInSearch.toLocaleString('en')} profiles. Narrow the search.`,
  );

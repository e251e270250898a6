import { AppError } from '../../errors.ts';

export const createTokenErrors = ['AUDIENCE_UNKNOWN'] as const;

/** A 403: the request is well formed, but nobody may have such a token. */
export const audienceUnknown = () =>
  new AppError(
    'FORBIDDEN',
    'AUDIENCE_UNKNOWN',
    'There are no tokens for this audience. Check its spelling, or ask the operator to add it to AUDIENCES.',
  );

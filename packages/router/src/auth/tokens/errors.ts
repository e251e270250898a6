import { AppError } from '../../errors.ts';

export const createTokenErrors = ['AUDIENCE_UNKNOWN'] as const;

/** For an audience that the settings do not list. 403: the request is well formed, and nobody may have such a token. */
export const audienceUnknown = () =>
  new AppError(
    'FORBIDDEN',
    'AUDIENCE_UNKNOWN',
    'There are no tokens for this audience. Check its spelling, or have it added to AUDIENCES.',
  );

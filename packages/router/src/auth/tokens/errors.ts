import { AppError } from '../../errors.ts';

/** For an audience that the settings do not list. 400, as OAuth answers to an unknown target (RFC 8693, section 2.2.2). */
export const audienceUnknown = () =>
  new AppError(
    'BAD_REQUEST',
    'AUDIENCE_UNKNOWN',
    'There are no tokens for this audience. Check its spelling, or have it added to AUDIENCES.',
  );

import { AppError } from '../errors.ts';

/** Of what may be repeated under a key of the client's. */
export const repeatErrors = ['IDEMPOTENCY_KEY_IN_USE', 'IDEMPOTENCY_KEY_REUSED'] as const;

export const keyInUse = () =>
  new AppError(
    'CONFLICT',
    'IDEMPOTENCY_KEY_IN_USE',
    'A request with this Idempotency-Key is still running. Repeat it in a moment.',
  );

export const keyReused = () =>
  new AppError(
    'UNPROCESSABLE_CONTENT',
    'IDEMPOTENCY_KEY_REUSED',
    'This Idempotency-Key was sent with another body. Choose a new key for a new request.',
  );

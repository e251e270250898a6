import { AppError } from '../../errors.ts';

export const providerErrors = ['MAIL_PROVIDER_REFUSED'] as const;

/** @param message the provider's reason, for an admin */
export const providerRefused = (message: string) =>
  new AppError('SERVICE_UNAVAILABLE', 'MAIL_PROVIDER_REFUSED', message, {
    retryAfter: 60,
  });

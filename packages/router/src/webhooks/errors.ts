import { AppError } from '../errors.ts';

export const createWebhookErrors = ['WEBHOOK_LIMIT'] as const;

/** Errors of procedures on one webhook. */
export const webhookErrors = ['WEBHOOK_NOT_FOUND'] as const;

export const webhookNotFound = () =>
  new AppError('NOT_FOUND', 'WEBHOOK_NOT_FOUND', 'There is no webhook with this id.');

export const webhookLimit = (most: number) =>
  new AppError(
    'FORBIDDEN',
    'WEBHOOK_LIMIT',
    `There can be at most ${most} webhooks. End one first.`,
  );

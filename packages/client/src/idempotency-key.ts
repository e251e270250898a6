import type { OperationContext } from '@trpc/client';

/** The caller's own key, or the one that was made for the call. */
export function keyIn(context: OperationContext): string | undefined {
  const key = context['idempotencyKey'];
  return typeof key === 'string' ? key : undefined;
}

/** 128 bits of chance. (`crypto.randomUUID` is missing on pages that are served over plain HTTP.) */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

import { lazy, Suspense } from 'react';
import type { Hiding, Restoring } from './use-moderation.ts';

const loadHideDialog = () => import('./hide-dialog.tsx');

/** Has the dialog ready for whoever is about to need it, and keeps it from those who only look. */
export const prepareHideDialog = (): void => {
  // Where it fails it is loaded again when it is needed.
  loadHideDialog().catch(() => undefined);
};

const HideDialog = lazy(async () => ({ default: (await loadHideDialog()).HideDialog }));

const RestoreDialog = lazy(async () => ({
  default: (await import('./restore-dialog.tsx')).RestoreDialog,
}));

/** The dialog of hiding, from the first time that it is asked for. */
export const LazyHideDialog = (hiding: Hiding) => (
  <Suspense>{hiding.plan && <HideDialog {...hiding} />}</Suspense>
);

/** The dialog of restoring with a word on why, likewise. */
export const LazyRestoreDialog = (restoring: Restoring) => (
  <Suspense>{restoring.plan && <RestoreDialog {...restoring} />}</Suspense>
);

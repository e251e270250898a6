import { Toast } from '@base-ui/react/toast';

export const toasts = Toast.createToastManager();

/** Milliseconds that a toast with an action stays. */
const timeForSecondThoughts = 8_000;

/** A button that closes the toast. */
type ToastAction = { label: string; run: () => void };

type ToastOptions = { description?: string | undefined; action?: ToastAction };

type Toasted = Parameters<typeof toasts.add>[0];

/** Closes the newest toast about a finished action. */
let dismissNewest = () => {};

function replaceNewest(toast: Toasted): () => void {
  dismissNewest();
  const id = toasts.add(toast);
  dismissNewest = () => toasts.close(id);
  return dismissNewest;
}

/**
 * Says that something was done, and may offer an action.
 * @returns a function that closes the toast
 */
export function toastDone(
  title: string,
  { description, action }: ToastOptions = {},
): () => void {
  const dismiss = replaceNewest({
    title,
    description,
    type: 'done',
    ...(action && {
      timeout: timeForSecondThoughts,
      actionProps: {
        children: action.label,
        onClick: () => {
          dismiss();
          action.run();
        },
      },
    }),
  });
  return dismiss;
}

/** Says that there was nothing to do, and why. */
export function toastNote(title: string, description?: string): void {
  replaceNewest({ title, description, type: 'note' });
}

export function toastFailed(title: string, description: string): void {
  toasts.add({ title, description, type: 'failed', timeout: 12_000 });
}

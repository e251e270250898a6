import { Dialog } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import { Alert } from '../../components/alert.tsx';
import { namecard } from '../../namecard.ts';
import type { Who } from '../../who.ts';
import { Steps } from './steps.tsx';

const Heading = ({ children }: { children: ReactNode }) => (
  <Dialog.Title className="text-lg font-semibold tracking-tight">{children}</Dialog.Title>
);

const notice = (
  <Dialog.Description render={<div />} className="mb-6">
    <Alert tone="info">
      Your session has ended. Sign in again to continue. Nothing is lost.
    </Alert>
  </Dialog.Description>
);

/**
 * Sign-in above a page that waits for the same person. Another person gets a
 * fresh page.
 */
export function SignInDialog({ who }: { who: Pick<Who, 'id' | 'email'> }) {
  return (
    <Dialog.Root open disablePointerDismissal>
      <Dialog.Portal>
        <Dialog.Backdrop forceRender className="fixed inset-0 z-60 bg-scrim" />
        <Dialog.Viewport className="fixed inset-0 z-60 overflow-y-auto p-4 pt-[max(1rem,10vh)]">
          <Dialog.Popup className="mx-auto w-full max-w-104 rounded-md border border-line bg-raised p-6 text-ink shadow-float outline-none sm:p-8">
            <Steps
              heading={Heading}
              initialEmail={who.email}
              notice={notice}
              isSamePerson={({ id }) => id === who.id}
            />
            <button
              type="button"
              onClick={() => void namecard.signOut()}
              className="mt-4 min-h-11 w-full rounded-md text-sm font-medium text-muted hover:text-ink"
            >
              Sign out instead
            </button>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

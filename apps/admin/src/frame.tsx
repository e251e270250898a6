import type { ReactNode } from 'react';
import { SecretDialog } from './components/secret-dialog.tsx';
import { Toaster } from './components/toaster.tsx';
import { Shell } from './frame/shell.tsx';
import { MailedCodeDialog } from './moderation/mailed-code-dialog.tsx';
import { LargeActs } from './moderation/acts/large-acts.tsx';
import { SavingStatus } from './moderation/saving-status.tsx';
import type { Who } from './who.ts';

/**
 * What is around every page, with everything that a key can open: a layer whose
 * code came later would leave the next keys to the page.
 */
export const Frame = ({ who, children }: { who: Who; children: ReactNode }) => (
  <>
    <Shell who={who} status={<SavingStatus />} acts={<LargeActs />}>
      {children}
    </Shell>
    <MailedCodeDialog />
    <SecretDialog />
    <Toaster />
  </>
);

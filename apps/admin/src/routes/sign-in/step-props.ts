import type { SignInHook } from '@namecard/client/react';
import type { ComponentType, ReactNode } from 'react';

export type StepProps = {
  /** The heading of a page, or the title of a dialog. */
  heading: ComponentType<{ children: ReactNode }>;
  signIn: SignInHook;
};

import type { SignInHook } from '@namecard/client/react';
import type { ComponentType, ReactNode } from 'react';

export type StepProps = {
  heading: ComponentType<{ children: ReactNode }>;
  signIn: SignInHook;
};

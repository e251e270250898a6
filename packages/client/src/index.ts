export type { AppRouter } from '@namecard/router';
export { readAddress } from '@namecard/router/addresses';
export { decodeList, type ListedLine, readList } from '@namecard/router/invitations';
export { seenText } from '@namecard/router/seen-text';
export { findCode } from '@namecard/router/typed-code';
export type { BackOff } from './back-off.ts';
export { browserTabs, type Tabs } from './browser-tabs.ts';
export { createClient, type Client, type ClientOptions } from './client.ts';
export {
  createSignIn,
  type SignInOptions,
  type SignInProblem,
  type SignInState,
  type SignInSteps,
} from './create-sign-in.ts';
export {
  asNamecardError,
  type ErrorOf,
  isErrorOf,
  NamecardError,
  ownReasonOf,
} from './error.ts';
export { explain } from './explain.ts';
export { fieldErrors } from './field-errors.ts';
export type { Issue } from './error-body.ts';
export type {
  Inputs,
  Notice,
  Outputs,
  Profile,
  ProfileCount,
  User,
} from './procedures.ts';
export type {
  ClientReason,
  OwnReasonOf,
  Reason,
  ReasonOf,
  ServerReason,
  TransportReason,
} from './reasons.ts';
export type { ObservableSession, SessionState } from './session-state.ts';
export type { SignIn } from './sign-in.ts';
export { memoryStorage, type TokenStorage } from './token-storage.ts';

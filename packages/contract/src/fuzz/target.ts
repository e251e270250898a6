import type { Actors } from './actors.ts';

/** Real values, which get further into the service than random ones. */
export type Hints = {
  /** Usernames of profiles, some of them hidden. */
  names: string[];
  /** Of sessions and users. */
  ids: string[];
  /** Owners: an actor, and the username or id of something they own. */
  owned: { actor: string; username?: string; id?: string }[];
  /** Addresses with valid codes. */
  codes: { email: string; otp: string }[];
};

/** Two equal services that get the same calls in the same order. */
export type Target = {
  /** The origin for REST, such as `http://127.0.0.1:3000`. */
  rest: string;
  /** The origin for tRPC. */
  trpc: string;
  /** When the databases were separated, in milliseconds since 1970. */
  partedAt: number;
  actors: Actors;
  hints: Hints;
  /** Failures that the services have logged since the last call. */
  takeFailures(): string[];
  close: () => Promise<void>;
};

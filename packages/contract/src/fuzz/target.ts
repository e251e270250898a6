import type { Actors } from './actors.ts';

/** What leads further into the service than values that are made up. */
export type Hints = {
  /** Usernames of profiles that are there, some of them hidden. */
  names: string[];
  /** Of sessions and users. */
  ids: string[];
  /** Who owns what: the actor whose it is, and its name or id. */
  owned: { actor: string; username?: string; id?: string }[];
  /** Addresses, and codes that are good for them. */
  codes: { email: string; otp: string }[];
};

/** The service that is asked. */
export type Target = {
  /** Where REST is asked, such as `http://127.0.0.1:3000`. */
  rest: string;
  /** Where tRPC is asked. */
  trpc: string;
  /**
   * Whether `trpc` is another instance on a database that began as a copy of the first one's: both then see the same
   * sequence of calls. Otherwise both are one, and what REST has changed is changed.
   */
  twins: boolean;
  actors: Actors;
  hints: Hints;
  /** What the service has logged of failures since it was last asked. */
  takeFailures(): string[];
  close: () => Promise<void>;
};

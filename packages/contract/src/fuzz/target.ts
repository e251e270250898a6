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

/** Two services on databases of their own that begin as copies of one. Both see the same calls in the same order. */
export type Target = {
  /** Where REST is asked, such as `http://127.0.0.1:3000`. */
  rest: string;
  /** Where tRPC is asked. */
  trpc: string;
  /** When the databases became two, in milliseconds since 1970. */
  partedAt: number;
  actors: Actors;
  hints: Hints;
  /** What the services have logged of failures since they were last asked. */
  takeFailures(): string[];
  close: () => Promise<void>;
};

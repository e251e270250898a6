import type { HttpRequest } from './caller.ts';
import type { Load, Sent } from './send.ts';
import type { Person, Side, Subject } from './sides.ts';

/** Work that is ready to be measured. */
export type Burst = {
  /** The number of requests, or of users who sign in. */
  count: number;
  run: (load: Load) => Promise<Pick<Sent, 'seconds' | 'latencies'>>;
};

export type Scenario = {
  name: string;
  /** The key of its targets. */
  group: 'reads' | 'writes' | 'sign-in' | 'moderation';
  /** Requests of a burst, the same for all sides: about half a second. */
  count: number;
  /** Kinds of servers that support it. */
  kinds: ReadonlySet<Side['kind']>;
  prepare: (subject: Subject, count: number) => Promise<Burst>;
  /** A request that every server accepts, to compare answers. */
  requestOf?: (person: Person, number: number) => HttpRequest;
};

import type { HttpRequest } from './caller.ts';
import type { Load, Sent } from './send.ts';
import type { Person, Side, Subject } from './sides.ts';

/** Work that is ready to be measured. */
export type Burst = {
  /** Requests, or users who sign in. */
  count: number;
  run: (load: Load) => Promise<Pick<Sent, 'seconds' | 'latencies'>>;
};

export type Scenario = {
  name: string;
  /** What its targets are looked up by. */
  group: 'reads' | 'writes' | 'sign-in' | 'moderation';
  /** How many a burst has at full load, the same for every side: half a second of work or so. */
  count: number;
  /** Who can be asked for it. */
  kinds: ReadonlySet<Side['kind']>;
  prepare: (subject: Subject, count: number) => Promise<Burst>;
  /** A request as every service takes it, to compare answers by. */
  requestOf?: (person: Person, number: number) => HttpRequest;
};

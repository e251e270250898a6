import type { Service } from '../harness/service.ts';

export type Way = AsyncDisposable & {
  /** Where the service has its database. */
  databaseUrl: string;
  /** @param milliseconds for which it will last */
  begin(service: Service, milliseconds: number): Promise<void>;
  end(service: Service): Promise<void>;
};

/** Something that goes wrong around the service, and what an operator is to see of it. */
export type Trouble = {
  name: string;
  /** The events of the log's two lines, and what the first of them says of it besides. */
  log: { begun: string; over: string; says: RegExp };
  /** Seconds after which it is told. */
  toldAfter: number;
  /** What counts it. */
  metric: string;
  alert: string;
  /** What `/readyz` says meanwhile. */
  readiness: RegExp;
  /** Whether others may be answered 503 meanwhile. */
  refuses: boolean;
  /** @param databaseUrl of an empty database of its own */
  prepare(databaseUrl: string): Promise<Way>;
};

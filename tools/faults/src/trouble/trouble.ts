import type { Service } from '../harness/start-service.ts';

export type Way = AsyncDisposable & {
  /** The address of the service's database. */
  databaseUrl: string;
  /** @param milliseconds its duration */
  begin(service: Service, milliseconds: number): Promise<void>;
  end(service: Service): Promise<void>;
};

/** A failure around the service, and what an operator must see of it. */
export type Trouble = {
  name: string;
  /** The events of the two log lines, and details in the first one. */
  log: { begun: string; over: string; says: RegExp };
  /** Seconds until it is logged. */
  toldAfter: number;
  /** The metric that counts it. */
  metric: string;
  alert: string;
  /** The answer of `/readyz` during it. */
  readiness: RegExp;
  /** Whether other people may get 503 during it. */
  refuses: boolean;
  /** @param databaseUrl of its own empty database */
  prepare(databaseUrl: string): Promise<Way>;
};

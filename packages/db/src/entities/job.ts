import { defineEntity, p } from '@mikro-orm/core';
import { instant, instantOfCreation } from './columns.ts';

export const JobSchema = defineEntity({
  name: 'Job',
  tableName: 'jobs',
  indexes: [{ name: 'jobs_by_time', properties: ['runAt'] }],
  properties: {
    kind: p.text().primary(),
    key: p.text().primary(),
    runAt: instant(),
    leasedUntil: instant().strictNullable(),
    attempts: p.integer().default(0),
    progress: p.json<unknown>().strictNullable(),
    createdAt: instantOfCreation(),
  },
});

/**
 * Work to do once `runAt` has come: one of each `kind` and `key`. Until `leasedUntil` it is the worker's that claimed it;
 * afterwards, should that have crashed, another takes it up where `progress` says.
 */
export class Job extends JobSchema.class {
  /** Keeps it for longer, and how far it has come. */
  goOn(leasedUntil: string, progress: unknown): void {
    this.leasedUntil = leasedUntil;
    this.progress = progress;
  }

  /** Gives it back, to be run again at that time, from where it has come to. */
  release(runAt: string, progress: unknown = null): void {
    this.leasedUntil = null;
    this.runAt = runAt;
    this.progress = progress;
  }

  /** Gives it back as done for now: the next run begins anew. */
  reschedule(runAt: string): void {
    this.release(runAt);
    this.attempts = 0;
  }
}

JobSchema.setClass(Job);

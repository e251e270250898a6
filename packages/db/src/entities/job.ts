import { defineEntity, p } from '@mikro-orm/core';
import { instant, instantOfCreation } from './columns.ts';
import { impersonal, personal } from './personal.ts';

export const JobSchema = defineEntity({
  name: 'Job',
  tableName: 'jobs',
  indexes: [{ name: 'jobs_by_time', properties: ['runAt'] }],
  properties: {
    kind: impersonal(p.text().primary()),
    // The user's id is the key of an erasure, of mails about a moderator, and of the mail to
    // somebody whose card was hidden or whose account was suspended.
    key: personal(p.text().primary(), 'withheld', 'forgotten'),
    runAt: impersonal(instant()),
    leasedUntil: impersonal(instant().strictNullable()),
    attempts: impersonal(p.integer().default(0)),
    progress: impersonal(p.json<unknown>().strictNullable()),
    createdAt: impersonal(instantOfCreation()),
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

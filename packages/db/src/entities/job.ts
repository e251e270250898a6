import { defineEntity, p } from '@mikro-orm/core';
import { instant, instantOfCreation } from './columns.ts';
import { impersonal, personal } from './personal.ts';

export const JobSchema = defineEntity({
  name: 'Job',
  tableName: 'jobs',
  indexes: [{ name: 'jobs_by_time', properties: ['runAt'] }],
  properties: {
    kind: impersonal(p.text().primary()),
    // The user's id, for an erasure and for mails to or about a user.
    key: personal(p.text().primary(), 'withheld', 'forgotten'),
    runAt: impersonal(instant()),
    leasedUntil: impersonal(instant().strictNullable()),
    progress: impersonal(p.json<unknown>().strictNullable()),
    createdAt: impersonal(instantOfCreation()),
  },
});

/** If a worker crashes, another continues from `progress` after `leasedUntil`. */
export class Job extends JobSchema.class {
  /** Ends the lease. The next run continues from `progress`. */
  release(runAt: string, progress: unknown = null): void {
    this.leasedUntil = null;
    this.runAt = runAt;
    this.progress = progress;
  }
}

JobSchema.setClass(Job);

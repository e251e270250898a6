import { defineEntity, p, type Opt } from '@mikro-orm/core';
import { impersonal } from './personal.ts';

/** A segment is the profiles whose positions agree in all but their lowest 12 bits: 4,096 at most. */
export const segmentBits = 12;

export const ProfileSegmentSchema = defineEntity({
  name: 'ProfileSegment',
  tableName: 'profile_segments',
  indexes: [
    {
      name: 'profile_segments_unfolded',
      expression:
        'create index profile_segments_unfolded on profile_segments (segment) where shard >= 0',
    },
  ],
  properties: {
    segment: impersonal(p.bigint('number').primary()),
    shard: impersonal(p.smallint().primary()),
    total: impersonal(p.integer()),
    hidden: impersonal(p.integer()),
  },
});

/**
 * How many profiles there are in a segment of the order of creation. The trigger `profiles_count` keeps it, in the
 * transaction that changes it. Each segment is counted in several shards, whose sum is its count, so that writers do not wait
 * for one another. Shard -1 holds what is folded, and is counted in the segment's group as well.
 */
export class ProfileSegment extends ProfileSegmentSchema.class {
  declare readonly total: Opt<number>;
  declare readonly hidden: Opt<number>;
}

ProfileSegmentSchema.setClass(ProfileSegment);

import { defineEntity, p } from '@mikro-orm/core';
import { impersonal } from './personal.ts';

/** Positions of a segment agree in all but the lowest 12 bits: 4,096 at most. */
export const segmentBits = 12;

/**
 * Profiles of a segment in the order of creation. The trigger `profiles_count`
 * keeps the count, split into shards so that writers don't wait for each other.
 */
export const ProfileSegmentSchema = defineEntity({
  name: 'ProfileSegment',
  tableName: 'profile_segments',
  properties: {
    segment: impersonal(p.bigint('number').primary()),
    shard: impersonal(p.smallint().primary()),
    total: impersonal(p.integer()),
    hidden: impersonal(p.integer()),
  },
});

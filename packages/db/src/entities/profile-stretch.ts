import { defineEntity, p } from '@mikro-orm/core';

/** A stretch is the profiles whose positions agree in all but their lowest 12 bits: 4,096 at most. */
export const stretchBits = 12;

export const ProfileStretchSchema = defineEntity({
  name: 'ProfileStretch',
  tableName: 'profile_stretches',
  properties: {
    stretch: p.bigint('number').primary(),
    shard: p.smallint().primary(),
    total: p.integer(),
    hidden: p.integer(),
  },
});

/**
 * How many profiles there are in a stretch of the order of creation, kept by triggers in the transaction that changes it. Each
 * stretch is counted in several shards, whose sum is its count, so that writers do not wait for one another.
 */
export class ProfileStretch extends ProfileStretchSchema.class {}

ProfileStretchSchema.setClass(ProfileStretch);

import { defineEntity, p, type Opt } from '@mikro-orm/core';
import { impersonal } from './personal.ts';

/** Positions of a group agree in all but the lowest 22 bits: 1,024 segments. */
export const groupBits = 22;

export const ProfileSegmentGroupSchema = defineEntity({
  name: 'ProfileSegmentGroup',
  tableName: 'profile_segment_groups',
  properties: {
    segmentGroup: impersonal(p.bigint('number').primary().autoincrement(false)),
    total: impersonal(p.integer()),
    hidden: impersonal(p.integer()),
  },
});

/** Only folded counts; `countedGroups` adds the rest. */
export class ProfileSegmentGroup extends ProfileSegmentGroupSchema.class {
  declare readonly total: Opt<number>;
  declare readonly hidden: Opt<number>;
}

ProfileSegmentGroupSchema.setClass(ProfileSegmentGroup);

import { defineEntity, p, type Opt } from '@mikro-orm/core';
import { impersonal } from './personal.ts';

/** A group is the profiles whose positions agree in all but their lowest 22 bits: those of 1,024 segments. */
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

/** How many profiles there are in the segments of a group, as far as that is folded: `countedGroups` has the rest too. */
export class ProfileSegmentGroup extends ProfileSegmentGroupSchema.class {
  declare readonly total: Opt<number>;
  declare readonly hidden: Opt<number>;
}

ProfileSegmentGroupSchema.setClass(ProfileSegmentGroup);

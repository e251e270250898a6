import { defineEntity, p } from '@mikro-orm/core';
import { index, instantOfCreation } from './columns.ts';
import { impersonal, personal } from './personal.ts';
import { profileKey } from './profile.ts';
import { userKey } from './user.ts';

export const NoteSchema = defineEntity({
  name: 'Note',
  tableName: 'notes',
  indexes: [
    { name: 'notes_by_author', properties: ['authorId', 'at'] },
    index('notes_by_user', 'notes (user_id, at) where user_id is not null'),
    index('notes_by_profile', 'notes (profile_id) where profile_id is not null'),
    index('notes_for_shifts', 'notes (at) where user_id is null'),
  ],
  checks: [
    {
      name: 'notes_profile_has_owner',
      expression: 'profile_id is null or user_id is not null',
    },
  ],
  properties: {
    id: impersonal(p.uuid().primary()),
    authorId: () => personal(userKey('author_id', 'cascade'), 'repeated', 'deleted'),
    userId: () =>
      personal(userKey('user_id', 'cascade').strictNullable(), 'withheld', 'deleted'),
    profileId: () =>
      personal(
        profileKey('profile_id', 'cascade').strictNullable(),
        'withheld',
        'deleted',
      ),
    text: personal(p.text(), 'exported', 'deleted'),
    at: personal(instantOfCreation(), 'exported', 'deleted'),
  },
});

/** Without a card and an account, it is for the next shift. */
export class Note extends NoteSchema.class {}

NoteSchema.setClass(Note);

import { defineEntity, p } from '@mikro-orm/core';
import { instant, instantOfCreation } from './columns.ts';
import { impersonal, personal } from './personal.ts';
import { Session } from './session.ts';

export const ActCodeSchema = defineEntity({
  name: 'ActCode',
  tableName: 'act_codes',
  indexes: [
    { name: 'act_codes_by_session', properties: ['sessionId', 'askedAt'] },
    { name: 'act_codes_by_time', properties: ['askedAt'] },
  ],
  properties: {
    // The code is derived from it.
    id: personal(p.uuid().primary(), 'withheld', 'deleted'),
    sessionId: () =>
      personal(
        p
          .manyToOne(Session)
          .mapToPk()
          .fieldName('session_id')
          .deleteRule('cascade')
          .index(false),
        'withheld',
        'deleted',
      ),
    // Not checked here: only the code's mail says it.
    act: personal(p.text(), 'withheld', 'deleted'),
    hash: personal(p.text(), 'withheld', 'deleted'),
    keyId: impersonal(p.text()),
    askedAt: personal(instantOfCreation(), 'withheld', 'deleted'),
    usedAt: personal(instant().strictNullable(), 'withheld', 'deleted'),
  },
});

/**
 * A code that was mailed to confirm one act of a session. It is derived from `id` and
 * `hash` with the secret key `keyId`. The hash is of what exactly is to be done.
 */
export class ActCode extends ActCodeSchema.class {}

ActCodeSchema.setClass(ActCode);

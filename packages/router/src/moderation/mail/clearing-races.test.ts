import { statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { endingsOf } from '../../testing/outcome.ts';
import { admin, newAddress, signIn, leave } from '../../testing/people.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();

/** Mails that were refused because the address was suppressed. */
const refuse = async (address: string, count: number) =>
  sql`
    insert into outbox (id, challenge_id, recipient, has_account, browser, system, next_at, outcome, state)
    select gen_random_uuid(), gen_random_uuid(), ${address}, true, '', '', current_instant(),
      'recipient_inactive', 'refused'
    from generate_series(1, ${count})
  `.execute(statements(service().orm.em.fork()));

describe('clearing an address', () => {
  it('is recorded without a person if the admin was erased before the provider answered', async () => {
    const gone = await admin(service());
    const slow = service().with({
      clearSuppression: async () => {
        await leave(service(), gone);
        return { outcome: 'cleared' };
      },
    });
    await slow.as(gone.token).moderation.mail.clearSuppression({ address: newAddress() });
    const boss = await admin(service());
    const { events } = (await boss.api.audit.list({ type: 'address.cleared' })).data;
    expect(events).toMatchObject([{ actor: null, canUndo: false }]);
  });

  it('and erasing its owner never deadlock', async () => {
    const boss = await admin(service());
    for (let round = 0; round < 3; round += 1) {
      const person = await signIn(service());
      await refuse(person.email, 200);
      const results = await raceTogether(4, async (index) =>
        index === 0
          ? leave(service(), person)
          : boss.api.moderation.mail.clearSuppression({ address: person.email }),
      );
      expect(endingsOf(results)).toEqual({ done: 4 });
    }
  });
});

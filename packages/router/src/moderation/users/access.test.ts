import { describe, expect, it } from 'vitest';
import { outcome } from '../../testing/outcome.ts';
import { admin, moderator } from '../../testing/people.ts';
import { procedures, rawCall } from '../../testing/raw-call.ts';
import { dump } from '../../testing/rows.ts';
import { useService } from '../../testing/use-service.ts';

const service = useService();

/** Calls that moderators may not make. Another test has the other refusals. */
const paths = procedures
  .filter(
    ({ kind, path }) =>
      kind === 'moderation' && /^moderation\.(users|mail|keys)\./.test(path),
  )
  .map(({ path }) => path);

describe('the calls about people and mail', () => {
  it('are exactly these', () => {
    expect(paths.toSorted()).toEqual([
      'moderation.keys.create',
      'moderation.keys.end',
      'moderation.keys.list',
      'moderation.mail.clearSuppression',
      'moderation.mail.deliveries',
      'moderation.mail.inspect',
      'moderation.users.changeRole',
      'moderation.users.endSession',
      'moderation.users.endSessions',
      'moderation.users.erase',
      'moderation.users.export',
      'moderation.users.inspect',
      'moderation.users.search',
      'moderation.users.suspend',
      'moderation.users.unsuspend',
    ]);
  });

  it.each(paths)('are refused to a moderator with any input: %s', async (path) => {
    const { id, token } = await moderator(service());
    const input = {
      id,
      from: 'moderator',
      to: 'admin',
      session: id,
      reason: 'spam',
      address: 'ann@example.com',
    };
    const before = await dump(service());
    for (const one of [input, undefined]) {
      expect(await outcome(rawCall(service(), token, path, one))).toBe(
        'FORBIDDEN ROLE_MISSING',
      );
    }
    expect(await dump(service())).toBe(before);
  });

  it.each(paths)('are refused to an admin who has lost the role: %s', async (path) => {
    const [ann, bob] = [await admin(service()), await admin(service())];
    await ann.api.moderation.users.changeRole({
      id: bob.id,
      from: 'admin',
      to: 'moderator',
    });
    expect(await outcome(rawCall(service(), bob.token, path))).toBe(
      'FORBIDDEN ROLE_MISSING',
    );
  });
});

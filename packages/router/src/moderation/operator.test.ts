import { describe, expect, it } from 'vitest';
import { operator } from '../access/caller.ts';
import { admin, somebody, moderator, signIn } from '../testing/people.ts';
import { useService } from '../testing/use-service.ts';
import { clearSuppression } from './mail/suppress-and-clear.ts';
import { hideProfile } from './profiles/hide-and-restore.ts';
import { undo } from './undo/undo.ts';
import { suspendUser, unsuspendUser } from './users/suspend-and-unsuspend.ts';

const service = useService();

const why = { reason: 'spam', note: null, privateNote: null } as const;

describe('an operator', () => {
  it('acts like an admin of ADMIN_EMAILS, with no account, and can undo it', async () => {
    const listed = await signIn(service(), 'admin@example.com');
    const other = await admin(service());
    const { deps } = service();
    const { data } = await suspendUser(deps, operator, { ...why, id: listed.id });
    expect(data.user).toMatchObject({
      canBeActedOn: true,
      suspension: { reason: 'spam' },
    });
    await undo(deps, operator, { action: data.action });
    const again = { ...why, id: other.id };
    await suspendUser(deps, operator, again);
    await unsuspendUser(deps, operator, again);
    await clearSuppression(deps, operator, { address: 'ann@example.com' });
    const { events } = (await (await admin(service())).api.audit.list({})).data;
    expect(events.map(({ type }) => type)).toEqual([
      'address.cleared',
      'user.unsuspended',
      'user.suspended',
      'user.unsuspended',
      'user.suspended',
    ]);
    expect(new Set(events.map(({ actorKind }) => actorKind))).toEqual(
      new Set(['operator']),
    );
    expect(events[0]).toMatchObject({ actor: null });
  });

  it('is named by their role in messages and exports', async () => {
    const owner = await somebody(service());
    await owner.api.profiles.create({ username: 'card', referral: '' });
    const staff = await moderator(service());
    const { profiles } = (await staff.api.moderation.profiles.search({ text: 'card' }))
      .data;
    await hideProfile(service().deps, operator, { ...why, username: 'card' });
    const seen = profiles.map(({ id, revision }) => ({ id, revision }));
    const { data } = await staff.api.moderation.profiles.hideMany({
      ...why,
      profiles: seen,
    });
    expect(data.results).toMatchObject([
      {
        error: {
          message: expect.stringMatching(/^The operator hid it at .*: spam$/),
        },
      },
    ]);
    const { csv } = (await staff.api.audit.exportCsv({})).data;
    expect(csv.split('\r\n')[1]).toContain(',profile.hidden,operator,card,');
  });

  it('gets the same errors as others: a race that somebody else won', async () => {
    const { id } = await somebody(service());
    const { deps } = service();
    await suspendUser(deps, operator, { ...why, id });
    const second = suspendUser(deps, operator, { ...why, id });
    await expect(second).rejects.toThrow(/^The operator suspended the account at /);
  });
});

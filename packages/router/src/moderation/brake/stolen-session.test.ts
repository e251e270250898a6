import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { appRouter } from '../../root.ts';
import { cardsOf, makeCards, nameOf, spend, toggle } from '../../testing/cards.ts';
import { moveAccount } from '../../testing/moves.ts';
import { outcome } from '../../testing/outcome.ts';
import {
  admin,
  moderator,
  newAddress,
  type Person,
  signIn,
} from '../../testing/people.ts';
import { type Caller, useService } from '../../testing/use-service.ts';
import { doPiece } from '../acts/do-piece.ts';

/*
 * Somebody has an admin's session, and not the mailbox. Every procedure of moderators and
 * admins that changes something is in one of three classes.
 */

const service = useService();
let other: Person;
let staff: Person;
let owner: Person;
/** An admin, and the thief who has the session. */
let victim: Person;
let thief: Caller;
let shown: string[];
let hidden: string[];

const webhook = { url: 'https://hooks.example.com/', kinds: ['user.erased' as const] };
let webhookId: string;

beforeAll(async () => {
  other = await admin(service());
  const made = (await other.api.webhooks.create(webhook)).data;
  webhookId = made.webhook.id;
});

beforeEach(async () => {
  await service().clock.advance('2 days');
  other = await signIn(service(), other.email);
  [victim, staff, owner] = [
    await admin(service()),
    await moderator(service()),
    await signIn(service()),
  ];
  thief = service().as(victim.token);
  const cards = await makeCards(service(), owner.id, 4);
  [shown, hidden] = [cards.slice(0, 2), cards.slice(2)];
  await toggle(service(), staff, 'hideMany', hidden);
});

const name = (ids: readonly string[]) => nameOf(ids[0] ?? '');
const seen = async (ids: readonly string[]) =>
  (await cardsOf(service(), ids)).map(({ id, revision }) => ({ id, revision }));
const search = () => ({ text: `owner:${owner.email}` });

const aKey = { name: 'A key', scopes: ['moderation' as const] };
const crowd = (count: number) =>
  Array.from({ length: count }, () => ({ email: `${randomUUID()}@example.com` }));

/** Each is refused without a code. */
const coded: Record<string, () => Promise<unknown>> = {
  'moderation.users.changeRole': () =>
    thief.moderation.users.changeRole({ id: owner.id, from: 'user', to: 'admin' }),
  'moderation.users.erase': () =>
    thief.moderation.users.erase({ id: owner.id, reason: 'spam' }),
  'moderation.users.eraseAddress': async () => {
    const address = newAddress();
    await service().as().auth.sendCode({ email: address });
    return thief.moderation.users.eraseAddress({ address, reason: 'requested' });
  },
  'moderation.users.listOut': () => thief.moderation.users.listOut({}),
  'moderation.keys.create': () => thief.moderation.keys.create(aKey),
  'webhooks.create': () => thief.webhooks.create(webhook),
  'webhooks.update': () =>
    thief.webhooks.update({
      id: webhookId,
      url: 'https://evil.example/',
      kinds: ['user.created'],
    }),
  'webhooks.replaceSecret': () => thief.webhooks.replaceSecret({ id: webhookId }),
  'moderation.invitations.invite': () =>
    thief.moderation.invitations.invite({ action: randomUUID(), lines: crowd(101) }),
};

/** Each counts the cards that it changes. Beyond 1,000 it is refused without a code. */
const counted: Record<string, () => Promise<unknown>> = {
  'moderation.profiles.hide': () =>
    thief.moderation.profiles.hide({ username: name(shown), reason: 'spam' }),
  'moderation.profiles.restore': () =>
    thief.moderation.profiles.restore({ username: name(hidden) }),
  'moderation.profiles.hideMany': async () =>
    thief.moderation.profiles.hideMany({ profiles: await seen(shown), reason: 'spam' }),
  'moderation.profiles.restoreMany': async () =>
    thief.moderation.profiles.restoreMany({ profiles: await seen(hidden) }),
  'moderation.profiles.hideAllOf': () =>
    thief.moderation.profiles.hideAllOf({ ownerId: owner.id, reason: 'spam' }),
  'moderation.users.suspend': () =>
    thief.moderation.users.suspend({ id: owner.id, reason: 'spam' }),
  'moderation.users.unsuspend': async () => {
    await other.api.moderation.users.suspend({ id: owner.id, reason: 'spam' });
    return thief.moderation.users.unsuspend({ id: owner.id });
  },
  'moderation.desk.close': async () => {
    const username = randomUUID();
    await owner.api.profiles.create({ username, referral: '' });
    const { items } = (await thief.moderation.desk.list({ lane: 'new', limit: 100 }))
      .data;
    const item = items.find(({ profile }) => profile?.username === username);
    const { id = '', profile } = item ?? {};
    const revision = profile?.revision ?? 0;
    return thief.moderation.desk.close({ id, revision, decision: 'approve' });
  },
  'moderation.undo': async () => {
    const [action = ''] = await toggle(service(), staff, 'hideMany', shown);
    return thief.moderation.undo({ action });
  },
  'moderation.acts.start': async () => {
    const asked = { kind: 'hide', profiles: search() } as const;
    const { id } = (await thief.moderation.acts.preview(asked)).data;
    return thief.moderation.acts.start({ id, reason: 'spam' });
  },
  'moderation.acts.start of what waits': async () => {
    await spend(service(), staff, 1_000);
    await outcome(
      staff.api.moderation.profiles.hide({ username: name(shown), reason: 'spam' }),
    );
    const [act] = (await thief.moderation.acts.list()).data.acts;
    return thief.moderation.acts.start({ id: act?.id ?? '' });
  },
};

const reads = 'It reads, which is in the history, as far as it reads about a person.';
const again = 'The person signs in again. An admin’s sessions take a code.';
const endsAccess = 'It takes access away. Giving it again takes a code.';
const ofDesk = 'It orders the desk for some time. No card changes.';
const words = 'These are words of the team alone.';
const told = 'It waits for days, and both addresses and all admins are told at once.';
const mails = 'It mails nobody who was not mailed before, and each once.';

/** Each does little harm, or none that stays. */
const harmless: Record<string, string> = {
  'moderation.acts.preview': 'It counts. Nothing is changed before the start.',
  'moderation.acts.stop': 'What an act has not changed stays as it is.',
  'moderation.users.readAddress': reads,
  'moderation.users.export': reads,
  'moderation.users.exportAddress': reads,
  'moderation.desk.reporter': reads,
  'moderation.users.openMove': told,
  'moderation.users.confirmMove': told,
  'moderation.users.endMove':
    'The account keeps its address, or gets it back. An admin’s takes a code.',
  'moderation.users.endSession': again,
  'moderation.users.endSessions': again,
  'moderation.desk.next': ofDesk,
  'moderation.desk.renew': ofDesk,
  'moderation.desk.take': ofDesk,
  'moderation.desk.snooze': ofDesk,
  'moderation.desk.addNote': words,
  'moderation.desk.removeNote': words,
  'moderation.desk.handOver': words,
  'moderation.invitations.mailAgain': mails,
  'moderation.invitations.withdraw': endsAccess,
  'moderation.keys.end': endsAccess,
  'webhooks.remove': endsAccess,
  'webhooks.switch': 'It goes to where an admin has sent it with a code.',
  'webhooks.test': 'It goes to where an admin has sent it with a code.',
  'webhooks.resend': 'It goes to where an admin has sent it with a code.',
  'moderation.mail.test': 'It goes to the admin, five times in an hour at most.',
  'moderation.mail.clearSuppression':
    'Nobody gets a mail by it, and at most three that they did not ask for.',
};

const Definition = z.object({ type: z.enum(['query', 'mutation', 'subscription']) });

/** The other procedures act on what is one's own. */
const ofStaff = Object.entries(appRouter._def.procedures).flatMap(([path, procedure]) => {
  const { type } = Definition.parse(Reflect.get(procedure, '_def'));
  const isOfStaff = /^(moderation|webhooks|audit)\./.test(path);
  return isOfStaff && type === 'mutation' ? [path] : [];
});

describe('a stolen session of an admin', () => {
  it('finds every procedure that changes something in one of the classes', () => {
    const keys = [coded, counted, harmless].flatMap((one) => Object.keys(one));
    const classes = new Set(keys.map((key) => key.replace(/ .*/, '')));
    expect([...classes].toSorted()).toEqual(ofStaff.toSorted());
  });

  it.each(Object.entries(coded))('can’t call %s', async (_, call) => {
    expect(await outcome(call())).toBe('FORBIDDEN CODE_REQUIRED');
  });

  it.each(Object.entries(counted))('can’t change a card more by %s', async (_, call) => {
    await spend(service(), victim, 1_000);
    expect(await outcome(call())).toBe('FORBIDDEN CODE_REQUIRED');
  });

  it.each([
    [
      'demoting them',
      () =>
        thief.moderation.users.changeRole({ id: other.id, from: 'admin', to: 'user' }),
    ],
    [
      'suspending them',
      () => thief.moderation.users.suspend({ id: other.id, reason: 'spam' }),
    ],
    ['signing them out', () => thief.moderation.users.endSessions({ id: other.id })],
    [
      'ending a session of theirs',
      async () => {
        const { id } = other;
        const { sessions } = (await thief.moderation.users.inspect({ id })).data;
        const session = sessions[0]?.id ?? '';
        return thief.moderation.users.endSession({ id, session });
      },
    ],
    [
      'taking their change of an address back',
      async () => {
        const mover = await admin(service());
        const { id } = mover;
        await moveAccount(service(), mover);
        await victim.api.moderation.users.changeRole({ id, from: 'user', to: 'admin' });
        const { moves } = (await thief.moderation.users.inspect({ id })).data;
        return thief.moderation.users.endMove({ id, move: moves[0]?.id ?? '' });
      },
    ],
    [
      'undoing the end of their suspension',
      async () => {
        const { users } = victim.api.moderation;
        await users.suspend({ id: other.id, reason: 'spam' });
        const { action } = (await users.unsuspend({ id: other.id })).data;
        return thief.moderation.undo({ action });
      },
    ],
  ])('can’t shut the other admins out by %s', async (_, call) => {
    expect(await outcome(call())).toBe('FORBIDDEN CODE_REQUIRED');
  });

  it.each([
    ['an admin', admin],
    ['a moderator', moderator],
  ])('can’t give %s back who was suspended, also not by an undo', async (_, make) => {
    const rogue = await make(service());
    const { users } = other.api.moderation;
    const { action } = (await users.suspend({ id: rogue.id, reason: 'spam' })).data;
    const end = outcome(thief.moderation.users.unsuspend({ id: rogue.id }));
    expect(await end).toBe('FORBIDDEN CODE_REQUIRED');
    expect(await outcome(thief.moderation.undo({ action }))).toBe(
      'FORBIDDEN CODE_REQUIRED',
    );
    await users.unsuspend({ id: rogue.id });
  });

  it('counts all cards of owners whom it suspends with their cards', async () => {
    await makeCards(service(), owner.id, 1_000);
    const profiles = { text: name(shown) };
    const asked = { kind: 'hide', profiles } as const;
    const { id, cards } = (await thief.moderation.acts.preview(asked)).data;
    expect(cards).toBe(1);
    const start = { id, reason: 'spam', suspendOwners: true } as const;
    const begun = outcome(thief.moderation.acts.start(start));
    expect(await begun).toBe('FORBIDDEN CODE_REQUIRED');
  });

  it('counts what it does again after it took it back', async () => {
    const [action = ''] = await toggle(service(), { api: thief }, 'hideMany', shown);
    const undone = (await thief.moderation.undo({ action })).data.action ?? '';
    await spend(service(), victim, 998);
    expect(await outcome(thief.moderation.undo({ action: undone }))).toBe(
      'FORBIDDEN CODE_REQUIRED',
    );
  });

  it('takes the data of no more than sixty people in an hour', async () => {
    const { readAddress, export: take, exportAddress } = thief.moderation.users;
    for (let count = 0; count < 59; count += 1) {
      await readAddress({ id: owner.id });
    }
    expect(await outcome(take({ id: owner.id }))).toBe('done');
    const limited = 'TOO_MANY_REQUESTS RATE_LIMITED';
    expect(await outcome(take({ id: owner.id }))).toBe(limited);
    expect(await outcome(exportAddress({ address: newAddress() }))).toBe(limited);
  });

  it('is stopped by another admin, who undoes what it did in one call', async () => {
    const ids = await makeCards(service(), owner.id, 300);
    const asked = { kind: 'hide', profiles: search() } as const;
    const { id } = (await thief.moderation.acts.preview(asked)).data;
    const { act } = (await thief.moderation.acts.start({ id, reason: 'spam' })).data;
    await doPiece(service().deps, id);
    await other.api.moderation.users.endSessions({ id: victim.id });
    expect(await doPiece(service().deps, id)).toBe(false);
    await other.api.moderation.undo({ action: act.action ?? '' });
    const cards = await cardsOf(service(), ids);
    expect(cards.filter((card) => card.hidden)).toEqual([]);
  });
});

import { type Executor, statements } from '@namecard/db';
import type { Parts } from '../../parts.ts';

/** Cards that people report, with their text and the reports. */
const planted = [
  {
    about: 'Cheap followers! 1,000 for five dollars, delivered tonight. Write to me.',
    website: 'https://cheap-followers.example.org',
    reasons: ['spam', 'spam', 'spam'],
    text: null,
  },
  {
    about: 'Official support. Send me your recovery phrase and I verify your wallet.',
    website: 'https://wallet-verify.example.net',
    reasons: ['impersonation', 'impersonation', 'spam'],
    text: 'They say that they are the support. They are not.',
  },
  {
    about: 'I know where you live, Robin. You will see.',
    website: 'https://example.org',
    reasons: ['danger', 'harassment'],
    text: 'He writes about me, and stood at my door yesterday.',
  },
] as const;

const hoursAgo = (hours: number) =>
  new Date(Date.now() - hours * 3_600_000).toISOString();

const card = ['id as profileId', 'ownerId as userId'] as const;

/** Changes a card and reports it: by a member, then without an account. */
async function report(
  em: Executor,
  { random }: Parts['deps'],
  { about, website, reasons, text }: (typeof planted)[number],
  { id, member }: { id: string; member: string },
): Promise<void> {
  const database = statements(em);
  const changed = await database
    .updateTable('profiles')
    .set({ about, socials: { website } })
    .where('id', '=', id)
    .returning(card)
    .executeTakeFirstOrThrow();
  const urgent = reasons.some((reason) => reason === 'danger');
  const itemId = random.id();
  await database
    .insertInto('items')
    .values({ ...changed, id: itemId, kind: 'reported', urgent, openedAt: hoursAgo(2) })
    .execute();
  const reports = reasons.map((reason, index) => ({
    id: random.id(),
    itemId,
    reporterId: index === 0 ? member : null,
    reason,
    text: index === 0 ? text : null,
    at: hoursAgo(1.7),
  }));
  await database.insertInto('reports').values(reports).execute();
}

/** The owner of the card that was hidden last appeals. */
async function appeal(em: Executor, { random }: Parts['deps']): Promise<void> {
  const hidden = await statements(em)
    .selectFrom('audit_events as event')
    .innerJoin('moderation_actions as action', 'action.id', 'event.actionId')
    .innerJoin('profiles as card', 'card.id', 'event.profileId')
    .select(['card.id as profileId', 'card.ownerId as userId'])
    .select(['action.id as cause', 'action.actorId as keptFrom'])
    .where('event.type', '=', 'profile.hidden')
    .orderBy('event.position', 'desc')
    .executeTakeFirstOrThrow();
  const text = 'It is my own shop, and I link to nothing else. Please look again.';
  await statements(em)
    .insertInto('items')
    .values({ ...hidden, id: random.id(), kind: 'appealed', text })
    .execute();
}

/** Adds work of each kind to the demo's desk. */
export const fillDesk = ({ orm, deps }: Parts): Promise<void> =>
  orm.em.transactional(async (em) => {
    const database = statements(em);
    const cards = await database
      .selectFrom('profiles')
      .select([...card, 'createdAt as openedAt'])
      .where('hidden', '=', false)
      .orderBy('createdAt', 'desc')
      .limit(110)
      .execute();
    const news = cards.slice(0, 30).map((one) => ({ ...one, kind: 'new' as const }));
    // These were approved days ago and changed since.
    const changes = cards.slice(60, 66).flatMap((one) => [
      {
        ...one,
        kind: 'new' as const,
        closedAt: hoursAgo(96),
        outcome: 'approved' as const,
        seen: { revision: 1, about: 'Just signed up.', socials: {} },
      },
      { ...one, kind: 'changed' as const, openedAt: hoursAgo(3) },
    ]);
    const items = [...news, ...changes].map((item) => ({
      ...item,
      id: deps.random.id(),
    }));
    // Visitors may have made cards meanwhile, which stand on the desk already.
    await database
      .insertInto('items')
      .values(items)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    for (const [index, bad] of planted.entries()) {
      const [reported, other] = cards.slice(100 + 2 * index);
      if (reported && other) {
        const told = { id: reported.profileId, member: other.userId };
        await report(em, deps, bad, told);
      }
    }
    await appeal(em, deps);
    // The demo's people have no mailboxes for mails about decisions.
    await database.deleteFrom('jobs').where('kind', '=', 'decision').execute();
  });

import { isoInstant, ModerationAction, readInstant } from '@namecard/db';
import { listTakenMail } from '@namecard/email';
import { type CsvColumn, csvOf } from '@namecard/look/csv';
import type { SocialNetwork } from '@namecard/look/socials';
import type { z } from 'zod';
import { mailingCode, requireCode } from '../../access/act-codes.ts';
import type { KeyActor, SignedInUser } from '../../access/caller.ts';
import { lockModerator } from '../../access/moderator.ts';
import { recordEvent, recordMore } from '../../audit/record-action.ts';
import type { Deps } from '../../context.ts';
import { pageOf, sortKeyOf } from '../../cursor.ts';
import { invalidField } from '../../errors.ts';
import { adminsToMail } from '../../mail/admins.ts';
import { inTransaction } from '../../transaction.ts';
import { readName } from '../brake/mail-admins.sql.ts';
import { type ListedUser, readListed } from './list-out.sql.ts';
import type { ListOut, ListOutInput } from './schemas.ts';
import { findUsers, orders } from './search-users.sql.ts';

/*
 * Takes the list of users and cards out, as CSV.
 *
 * Problem: a list of everybody is what a thief of a session wants, and it can't be taken
 * back.
 *
 * Plan: the first page takes a mailed code, and every other admin is mailed who takes the
 * list. Each page is an event of one action, with its number of users. A cursor names the
 * action: only the same actor goes on with it, within an hour. Only a page's answer has the
 * next cursor, which is sealed with its filter: nobody makes one for other pages.
 *
 * Price: the mails are sent before the first page is answered.
 */

type Actor = SignedInUser | KeyActor;
type Input = z.infer<typeof ListOutInput>;

/** Users of one page. */
const pageSize = 500;

const columnsOf = (socials: readonly SocialNetwork[]): CsvColumn<ListedUser>[] => [
  ['email', ({ email }) => email],
  ['username', ({ username }) => username],
  ['role', ({ role }) => role],
  ['state', ({ state }) => state],
  ['signed up', ({ signedUp }) => isoInstant(signedUp)],
  ['last seen', ({ lastSeen }) => lastSeen && isoInstant(lastSeen)],
  ['card', ({ card }) => card],
  ['card state', ({ cardState }) => cardState],
  ['about', ({ about }) => about],
  ...socials.map((network): CsvColumn<ListedUser> => [
    network,
    (row) => row.socials?.[network] ?? null,
  ]),
  ['wallet', ({ walletAddress }) => walletAddress],
  ['farcaster', ({ farcasterId }) => farcasterId],
  ['coinbase wallet', ({ coinbaseWallet }) => coinbaseWallet],
  ['world id', ({ worldId }) => worldId],
];

/** The action of a page, and where the page ended. */
type Reached = { action: string; after: string };

/** What the code and the cursors are bound to. */
const filterOf = ({ text, role, state, duplicateIdentities }: Input) => [
  text,
  role,
  state,
  duplicateIdentities,
];

function writeCursor(
  { hashes }: Pick<Deps, 'hashes'>,
  input: Input,
  { action, after }: Reached,
): string {
  const sealed = [action, after, ...filterOf(input)];
  return `${action}.${hashes.of('lists', JSON.stringify(sealed))}.${after}`;
}

/** Fails with `INPUT_INVALID`. */
function readCursor(deps: Pick<Deps, 'hashes'>, input: Input): Reached | undefined {
  const { cursor } = input;
  if (cursor === undefined) {
    return undefined;
  }
  const [, action = '', after = ''] =
    /^([0-9a-f-]{36})\.[\w-]{22}\.([\w-]+)$/.exec(cursor) ?? [];
  if (cursor !== writeCursor(deps, input, { action, after })) {
    throw invalidField(
      'cursor',
      'Must be the nextCursor of an earlier page with the same filter.',
    );
  }
  return { action, after };
}

/** Fails with `INPUT_INVALID` if somebody else began the action, or an hour ago. */
async function requireOwn({ em }: Deps, actor: Actor, id: string): Promise<void> {
  const action = await em.findOne(ModerationAction, { id, type: 'user.listed' });
  const hourAgo = Date.parse(isoInstant(await readInstant(em))) - 3_600_000;
  const isOwn =
    action?.actorId === actor.id &&
    action.sessionId === (actor.kind === 'user' ? actor.sessionId : null);
  if (!isOwn || Date.parse(isoInstant(action.at)) < hourAgo) {
    throw invalidField('cursor', 'Must be of a list that you began within the hour.');
  }
}

async function readPage({ em, settings }: Deps, input: Input, after?: string) {
  const { adminEmails } = settings;
  const order = orders.oldest;
  const { found, reached } = await findUsers(em, {
    ...input,
    sort: 'oldest',
    limit: pageSize,
    after: sortKeyOf(order, after),
    adminEmails,
  });
  const { page, nextCursor } = pageOf(order, found, pageSize, reached);
  const ids = page.map(({ id }) => id);
  const rows = await readListed(em, ids, adminEmails);
  return { users: page.length, rows, next: nextCursor };
}

/** Tells every other admin. A mail that does not leave stops nothing. */
async function tellAdmins(deps: Deps, actor: Actor): Promise<void> {
  const { em, settings } = deps;
  const { person = null, key = null } = (await readName(em, actor.id)) ?? {};
  const { product, issuer } = settings;
  const mail = listTakenMail({ product, origin: issuer, person, key });
  const admins = await adminsToMail(em, settings);
  const others = admins.filter((to) => to.toLowerCase() !== person?.toLowerCase());
  await Promise.all(others.map((to) => deps.deliver({ ...mail, to })));
}

/** Fails with `CODE_REQUIRED`, `CODE_INVALID`. */
export async function listOut(
  deps: Deps,
  actor: Actor,
  input: Input,
): Promise<z.infer<typeof ListOut>> {
  const begun = readCursor(deps, input);
  const take = async (inner: Deps) => {
    await lockModerator(inner, actor, 'admin');
    if (begun) {
      await requireOwn(inner, actor, begun.action);
    }
    const page = await readPage(inner, input, begun?.after);
    const event = {
      type: 'user.listed',
      userId: null,
      before: {},
      after: { users: page.users },
    } as const;
    if (begun) {
      await recordMore(inner, begun.action, [event]);
      return { ...page, action: begun.action };
    }
    const action = await recordEvent(inner, actor, event);
    await requireCode(inner, actor, {
      act: 'take_list',
      detail: filterOf(input),
      code: input.code,
    });
    return { ...page, action };
  };
  const { rows, next, action } = await mailingCode(deps, () => inTransaction(deps, take));
  if (!begun) {
    await tellAdmins(deps, actor);
  }
  return {
    data: {
      csv: csvOf(columnsOf(deps.settings.socials), rows, !begun),
      nextCursor: next && writeCursor(deps, input, { action, after: next }),
    },
  };
}

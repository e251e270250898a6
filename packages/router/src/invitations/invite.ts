import { AuditEvent, ModerationAction } from '@namecard/db';
import type { z } from 'zod';
import { mailingCode, requireCode } from '../access/act-codes.ts';
import { heldBanHash } from '../access/bans.sql.ts';
import type { Moderator } from '../access/caller.ts';
import { takeTurn } from '../access/limits.ts';
import { lockModerator } from '../access/moderator.ts';
import { personOf } from '../access/policy.ts';
import { EmailInput } from '../access/schemas.ts';
import { addressKey, readAddress } from '../addresses.ts';
import { recordEvent, recordMore } from '../audit/record-action.ts';
import type { Deps } from '../context.ts';
import { invalidField } from '../errors.ts';
import { neverAgainHash } from '../mail/never-again.sql.ts';
import { inTransaction } from '../transaction.ts';
import { invitationLimit } from './errors.ts';
import { countInvited, findTaken, insertInvitations, readStates } from './invite.sql.ts';
import { lockAddresses } from './invitations.sql.ts';
import { mostADay, mostWithoutCode } from './policy.ts';
import type { InviteAnswer, InviteInput, LineState, UsernameState } from './schemas.ts';
import { isReserved, isUsername, usernameKey } from '../usernames.ts';

/*
 * Invites people: their addresses may sign up.
 *
 * Problem: an invitation that is a secret can be redeemed by others, and ends in mails
 * that nobody can send again. A stolen session must not become a cannon of mails.
 *
 * Plan: an invitation is a row, and the mailed code of the sign-in is the proof. A list
 * comes in several calls with the id of one action, so that one undo takes it back. Calls
 * run one after the other, and the history counts them. Beyond 100 people in 24 hours a
 * code confirms the action and the number of its people.
 *
 * Price: a call waits for the one before.
 */

type Input = z.infer<typeof InviteInput>;
type Answer = z.infer<typeof InviteAnswer>;
type Line = Input['lines'][number] & {
  /** In lower case; undefined if it is no address. */
  address: string | undefined;
  username: UsernameState | null;
  state: LineState;
};

function readLines(lines: Input['lines']): Line[] {
  const seen = new Set<string>();
  return lines.map((given) => {
    const line = { ...given, address: undefined, username: null };
    const read = EmailInput.safeParse(given.email);
    if (!read.success) {
      return { ...line, email: readAddress(given.email), state: 'invalid' };
    }
    const address = addressKey(read.data);
    const state = seen.has(address) ? 'repeated' : 'accepted';
    seen.add(address);
    return { ...line, email: read.data, address, state };
  });
}

/** Tells of each valid line what inviting it would do. */
async function judge(deps: Deps, lines: readonly Line[]): Promise<Line[]> {
  const { em, hashes, settings } = deps;
  const addresses = acceptedOf(lines).map(({ address }) => address);
  const asked = addresses.map((address) => ({
    address,
    hash: neverAgainHash(hashes, address),
    ban: heldBanHash(deps, address),
  }));
  const states = await readStates(em, asked);
  const names = lines.flatMap(({ draft }) => draft?.username ?? []);
  const taken = await findTaken(em, names.map(usernameKey));
  const stateOf = (name: string): UsernameState => {
    if (!isUsername(name)) return 'invalid';
    if (isReserved(name, settings.product.name)) return 'reserved';
    return taken.has(usernameKey(name)) ? 'taken' : 'free';
  };
  return lines.map((line) => {
    const state = line.state === 'accepted' ? states.get(line.address ?? '') : undefined;
    if (state !== 'accepted') return { ...line, state: state ?? line.state };
    const { username } = line.draft ?? {};
    return { ...line, username: username === undefined ? null : stateOf(username) };
  });
}

const acceptedOf = (lines: readonly Line[]) =>
  lines.flatMap(({ address, ...line }) =>
    line.state === 'accepted' && address !== undefined ? [{ ...line, address }] : [],
  );

const answerOf = (
  lines: readonly Pick<Line, 'email' | 'state' | 'username'>[],
  action: string | null,
): Answer => ({
  data: {
    action,
    accepted: lines.filter(({ state }) => state === 'accepted').length,
    lines: lines.map(({ email, state, username }) => ({ email, state, username })),
  },
});

type Recorded = { id: string; eventId: string; people: number };

/** Adds to the action if an earlier call of the same actor began it. */
async function record(
  deps: Deps,
  actor: Moderator,
  { id, eventId, people }: Recorded,
): Promise<void> {
  const { em } = deps;
  const event = {
    id: eventId,
    type: 'user.invited',
    userId: null,
    before: {},
    after: { invited: people },
  } as const;
  const begun = await em.findOne(ModerationAction, id);
  if (!begun) {
    await recordEvent(deps, actor, event, { id });
    return;
  }
  const actorId = 'id' in actor ? actor.id : null;
  if (begun.type !== event.type || begun.actorId !== actorId) {
    throw invalidField('action', 'Must be the id of no other action.');
  }
  await recordMore(deps, id, [event]);
}

/**
 * The same for a repeated call of a key, so that its people are counted once. Which of them
 * the first call invited can't decide that: the count would tell who is a member.
 */
const eventOfCall = ({ hashes, random }: Deps, actor: Moderator, call: unknown): string =>
  actor.kind === 'key'
    ? uuidOf(hashes.of('limits', JSON.stringify([actor.id, call])))
    : random.id();

/** A UUID of version 8 (RFC 9562) from 132 bits in base64url. */
function uuidOf(hash: string): string {
  const hex = Buffer.from(hash, 'base64url').toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Fails with `INVITATION_LIMIT`, `CODE_REQUIRED`, `CODE_INVALID`. */
async function inviteLines(
  deps: Deps,
  actor: Moderator,
  lines: readonly Line[],
  { action, total, code }: Input,
): Promise<Line[]> {
  const { em } = deps;
  await takeTurn(deps, 'invitations');
  await lockAddresses(
    em,
    lines.flatMap(({ address }) => address ?? []),
  );
  await lockModerator(deps, actor, 'admin');
  const judged = await judge(deps, lines);
  const invited = acceptedOf(judged);
  // A key's limits count what it asked for: they must not tell who is a member.
  const people = (actor.kind === 'key' ? acceptedOf(lines) : invited).length;
  if (people === 0) {
    return judged;
  }
  const addresses = acceptedOf(lines).map(({ address }) => address);
  const eventId = eventOfCall(deps, actor, { action, addresses });
  if (actor.kind === 'key' && (await em.findOne(AuditEvent, eventId))) {
    return judged;
  }
  const most = total ?? lines.length;
  const before = await countInvited(em, { action, actor: personOf(actor) });
  if (actor.kind !== 'operator' && before.all + people > mostADay) {
    throw invitationLimit(Math.max(0, mostADay - before.all));
  }
  // A mailed code confirms the number. A key has none, and repeats more than it asked for.
  if (actor.kind !== 'key' && before.ofAction + people > most) {
    throw invalidField('total', 'Must be how many people all calls invite.');
  }
  await record(deps, actor, { id: action, eventId, people });
  await insertInvitations(em, invited, { invitedBy: personOf(actor), eventId });
  if (before.own + people > mostWithoutCode) {
    const detail = [action, most];
    await requireCode(deps, actor, { act: 'invite', detail, code, isLong: true });
  }
  return judged;
}

/**
 * Who is a member is no service key's business, so a key's answer tells of the lines
 * alone. Fails with `INVITATION_LIMIT`, `CODE_REQUIRED`, `CODE_INVALID`.
 */
export async function invite(
  deps: Deps,
  actor: Moderator,
  input: Input,
): Promise<Answer> {
  const lines = readLines(input.lines);
  if (input.dryRun) {
    return answerOf(actor.kind === 'key' ? lines : await judge(deps, lines), null);
  }
  const judged = await mailingCode(deps, () =>
    inTransaction(deps, (inner) => inviteLines(inner, actor, lines, input)),
  );
  if (actor.kind === 'key') {
    return answerOf(lines, null);
  }
  return answerOf(judged, acceptedOf(judged).length > 0 ? input.action : null);
}

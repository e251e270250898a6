import { type Markup, markup } from '@namecard/look';
import { linksOf } from '@namecard/look/socials';
import type { FastifyInstance } from 'fastify';
import { cardMarkup } from './card-markup.ts';
import { declinePath, type Draft, draftQuestion, readDraft } from './draft.ts';
import { changedMeanwhile, type Failure } from './failure.ts';
import { lineField } from './fields.ts';
import { appealForm, hashOfNotice, hiddenNotice } from './hidden-notice.ts';
import { memberForm } from './member-form.ts';
import { readOwn } from './own-card.ts';
import type { Page } from './page.ts';
import { pathOfCard } from './paths.ts';
import { type Posted, textOf, typedOr } from './posted.ts';
import type { Profile } from './profile.ts';
import { pageOf, queryOf } from './query.ts';
import { turningOf } from './turning.ts';
import { messagePage } from './message-page.ts';
import { mountForm, mountRead } from './mount.ts';
import type { Site, Visit } from './visit.ts';

/** Cards on a page. */
const limit = 20;

/** What was typed in a form of this page. */
type Typed = { posted: Posted; failure?: Failure | undefined };

const nothingTyped: Typed = { posted: {} };

/** Why a card is hidden, and the form for an appeal. Empty for other cards. */
type Hidden = { notice: Markup; appeal: Markup };

const nothing: Hidden = { notice: markup``, appeal: markup`` };

/** A card of the list, with what its owner can do about it. */
function cardItem(
  visit: Visit,
  profile: Profile,
  { notice, appeal }: Hidden,
  isMembersOnly: boolean,
): Markup {
  const { texts } = visit;
  const { username } = profile;
  const readers = isMembersOnly
    ? markup`<p class="note">${texts.card.membersOnly}</p>`
    : '';
  const foot = markup`${readers}${appeal}
<p class="actions"><a class="button quiet" href="${pathOfCard(username)}"
  aria-label="${texts.cards.editOf(username)}">${texts.cards.edit}</a></p>`;
  const shown = { ...profile, socials: linksOf(profile.socials, visit.socials) };
  return cardMarkup(shown, texts, { heading: 'h2', notice, foot });
}

function createForm(
  visit: Visit,
  { posted, failure }: Typed,
  draft: Draft | null,
): Markup {
  const { cards } = visit.texts;
  const name = {
    name: 'username',
    label: cards.username,
    hint: cards.usernameHint,
    value: typedOr(posted, 'username', draft?.username ?? ''),
    required: true,
  };
  const referral = {
    name: 'referral',
    label: cards.referral,
    value: textOf(posted, 'referral'),
  };
  const fields = markup`${lineField(name, failure)}
${lineField(referral, failure)}`;
  return memberForm(visit, { action: '/me', fields, button: cards.create });
}

async function cardsPage(visit: Visit, page: number, typed: Typed): Promise<Page> {
  const { api, texts } = visit;
  const { cards } = texts;
  const { data } = await api.profiles.mine({ page, limit });
  const notices = new Map(data.notices.map((notice) => [notice.username, notice]));
  const items = data.profiles.map((profile) => {
    const notice = notices.get(profile.username);
    const isWaiting = data.waiting.includes(profile.username);
    const hidden = profile.hidden
      ? {
          notice: hiddenNotice(visit, { notice, isWaiting }, 'h3'),
          appeal: appealForm(visit, notice, typed, page),
        }
      : nothing;
    // Where no card is public, one line says so for all.
    const isMembersOnly =
      visit.publicProfiles && data.membersOnly.includes(profile.username);
    return cardItem(visit, profile, hidden, isMembersOnly);
  });
  const none = page === 1 ? cards.none : cards.noMore;
  const draft = page === 1 && items.length === 0 ? await readDraft(visit) : null;
  const isAccepted = queryOf(visit.request, 'draft') === 'yes';
  const readers = visit.publicProfiles
    ? markup``
    : markup`<p class="lead">${cards.membersOnly}</p>`;
  const turning = turningOf({
    newer: page > 1 && { to: `/me?page=${page - 1}`, text: cards.newer },
    older: items.length === limit && { to: `/me?page=${page + 1}`, text: cards.older },
  });
  const isOpen = items.length === 0 || Object.hasOwn(typed.posted, 'username');
  return {
    title: cards.title,
    main: markup`<h1>${cards.title}</h1>
${draft === null || isAccepted ? '' : draftQuestion(visit, draft)}
${items.length === 0 ? markup`<p class="lead">${none}</p>` : markup`${readers}${items}`}
${turning}
<details${isOpen ? markup` open` : ''}><summary>${cards.createTitle}</summary>
${createForm(visit, typed, isAccepted ? draft : null)}</details>`,
  };
}

/** The card may have been hidden again meanwhile, for another reason. */
async function requireSameNotice(visit: Visit, username: string, shown: string) {
  if (shown === '') return;
  const { notice } = await readOwn(visit, username);
  if (notice !== undefined && hashOfNotice(notice) !== shown) {
    throw changedMeanwhile(visit.texts);
  }
}

export function mountCards(app: FastifyInstance, site: Site): void {
  mountRead(app, site, '/me', (visit) =>
    cardsPage(visit, pageOf(queryOf(visit.request, 'page')), nothingTyped),
  );

  mountForm(app, site, '/me', {
    fields: ['username', 'referral'],
    isKept: true,
    take: async ({ api }, posted) => {
      const { profile } = await api.profiles.create({
        username: textOf(posted, 'username').trim(),
        referral: textOf(posted, 'referral'),
      });
      return { to: pathOfCard(profile.username) };
    },
    show: (visit, posted = {}, failure) => cardsPage(visit, 1, { posted, failure }),
  });

  mountForm(app, site, declinePath, {
    shownAt: '/me',
    take: async ({ api }) => {
      await api.users.declineInvitation();
      return { to: '/me' };
    },
    show: (visit, posted = {}, failure) => cardsPage(visit, 1, { posted, failure }),
  });

  mountForm(app, site, '/me/appeal', {
    fields: ['text'],
    shownAt: '/me',
    isKept: true,
    take: async (visit, posted) => {
      const username = textOf(posted, 'appealed');
      await requireSameNotice(visit, username, textOf(posted, 'notice'));
      await visit.api.profiles.appeal({ username, text: textOf(posted, 'text') });
      return { to: '/me/appealed' };
    },
    show: (visit, posted = {}, failure) =>
      cardsPage(visit, pageOf(textOf(posted, 'page')), { posted, failure }),
  });

  mountRead(app, site, '/me/appealed', (visit) =>
    messagePage(visit, visit.texts.appeal.sentTitle, visit.texts.cards.appealed),
  );
}

import { colonIn, type Markup, markup } from '@namecard/look';
import { linksOf } from '@namecard/look/socials';
import { cardMarkup } from './card-markup.ts';
import { declinePath, type Draft, draftQuestion, readDraft } from './draft.ts';
import type { Failure } from './failure.ts';
import { lineField } from './fields.ts';
import { appealLink, hiddenNotice } from './hidden-notice.ts';
import { memberForm } from './member-form.ts';
import { type Own, readOwnPage } from './own-card.ts';
import type { Page } from './page.ts';
import { pathOfCard } from './paths.ts';
import { type Posted, textOf } from './posted.ts';
import { pageOf, queryOf } from './query.ts';
import { turningOf } from './turning.ts';
import type { Pages, Visit } from './visit.ts';

/** Cards on a page. */
const limit = 20;

/** A card of the list, with what its owner can do about it. */
function cardItem(visit: Visit, own: Own): Markup {
  const { texts, language } = visit;
  const { username, hidden } = own.own;
  const { readers: label, readersOf } = texts.card;
  const readers =
    own.isPublic || hidden
      ? ''
      : markup`<p class="note">${label}${colonIn(language)} ${readersOf.members}</p>`;
  const foot = markup`${readers}
<p class="actions"><a class="button quiet" href="${pathOfCard(username)}"
  aria-label="${texts.cards.editOf(username)}">${texts.cards.edit}</a></p>`;
  const notice = hidden
    ? hiddenNotice(visit, own, 'h3', appealLink(visit, own.notice))
    : markup``;
  const shown = { ...own.own, socials: linksOf(own.own.socials, visit.socials) };
  return cardMarkup(shown, texts, { heading: 'h2', notice, foot });
}

function createForm(
  visit: Visit,
  draft: Draft | null,
  posted: Posted = {},
  failure?: Failure,
): Markup {
  const { cards } = visit.texts;
  const name = {
    name: 'username',
    label: cards.username,
    hint: cards.usernameHint,
    value: textOf(posted, 'username', draft?.username ?? ''),
    required: true,
  };
  const button = draft === null ? cards.createTitle : visit.texts.draft.yes;
  return memberForm(visit, { action: '/me', fields: lineField(name, failure), button });
}

async function cardsPage(
  visit: Visit,
  posted: Posted = {},
  failure?: Failure,
): Promise<Page> {
  const { cards } = visit.texts;
  const page = pageOf(queryOf(visit.request, 'page'));
  const found = await readOwnPage(visit, page, limit);
  const items = found.map((own) => cardItem(visit, own));
  const isFirst = page === 1 && items.length === 0;
  const draft = isFirst ? await readDraft(visit) : null;
  const form = createForm(visit, draft, posted, failure);
  const none = markup`<p class="lead">${isFirst ? cards.none : cards.noMore}</p>`;
  const turning = turningOf(visit.texts, {
    newer: page > 1 && `/me?page=${page - 1}`,
    older: items.length === limit && `/me?page=${page + 1}`,
  });
  const list = items.length === 0 ? none : items;
  const above = draft === null ? list : draftQuestion(visit, draft);
  // A refused form stands where its message is seen, above the cards.
  const isRefused = !isFirst && Object.hasOwn(posted, 'username');
  const create =
    isFirst || isRefused
      ? form
      : markup`<details><summary>${cards.createTitle}</summary>${form}</details>`;
  return {
    title: cards.title,
    main: markup`${isRefused ? create : ''}
${above}
${turning}
${isRefused ? '' : create}`,
  };
}

export const cardsPages: Pages = {
  '/me': {
    fields: ['username'],
    isKept: true,
    take: async ({ api }, posted) => {
      const { profile } = await api.profiles.create({
        username: textOf(posted, 'username'),
        referral: '',
      });
      return { to: pathOfCard(profile.username) };
    },
    show: cardsPage,
  },

  [declinePath]: {
    shownAt: '/me',
    take: async ({ api }) => {
      await api.users.declineInvitation();
      return { to: '/me?deleted' };
    },
    show: cardsPage,
  },
};

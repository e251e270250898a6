import { type Markup, markup } from '@namecard/look';
import type { FastifyInstance } from 'fastify';
import type { Failure } from './failure.ts';
import { formOf, hiddenField, lineField, textField } from './fields.ts';
import { type Page, saidOf, titled } from './page.ts';
import { type Posted, textOf } from './posted.ts';
import { cardContents, pathOfCard, type Profile } from './shown-card.ts';
import { type Api, mountForm, mountRead, type Site, type Visit } from './site.ts';

/** Cards on a page. */
const limit = 20;

type Mine = Awaited<ReturnType<Api['profiles']['mine']>>['data'];

type Notice = Mine['notices'][number];

/** What was sent of the forms of this page. */
type Typed = { posted: Posted; failure?: Failure };

const nothingTyped: Typed = { posted: {} };

/** The number of a page, from 1. What is none is the first. */
const pageOf = (text: unknown): number =>
  typeof text === 'string' && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1;

/** Why a card is hidden, and the one field by which its owner asks for another look. */
function hiddenNotice(visit: Visit, notice: Notice, typed: Typed, page: number): Markup {
  const { cards } = visit.texts;
  const isSent = textOf(typed.posted, 'appealed') === notice.username;
  const failure = isSent ? typed.failure : undefined;
  const text = {
    name: 'text',
    id: `appeal-${notice.username}`,
    label: cards.appeal,
    hint: cards.appealHint,
    value: isSent ? textOf(typed.posted, 'text') : '',
  };
  const fields = markup`${hiddenField('appealed', notice.username)}${hiddenField('page', String(page))}
${textField(text, failure)}`;
  return markup`<div class="said bad"><p>${cards.hidden}</p>
<p>${cards.reason(notice.reason)}</p>
${notice.note === null ? '' : markup`<p class="about">${notice.note}</p>`}</div>
${formOf({ action: '/me/appeal', fields, button: cards.appealSend, kind: 'quiet' })}`;
}

function cardItem(visit: Visit, profile: Profile, notice: Markup): Markup {
  const { texts } = visit;
  const { username } = profile;
  const edit = markup`<a class="button quiet" href="${pathOfCard(username)}" aria-label="${texts.cards.editOf(username)}">${texts.cards.edit}</a>`;
  return markup`<article class="card"><h2><bdi>${username}</bdi></h2>
${cardContents(profile, texts)}
${notice}
<p class="actions">${edit}</p></article>`;
}

function createForm({ texts: { cards } }: Visit, { posted, failure }: Typed): Markup {
  const fields = markup`${lineField(
    {
      name: 'username',
      label: cards.username,
      hint: cards.usernameHint,
      value: textOf(posted, 'username'),
      required: true,
    },
    failure,
  )}
${lineField({ name: 'referral', label: cards.referral, value: textOf(posted, 'referral') }, failure)}`;
  return markup`<h2 id="create">${cards.createTitle}</h2>
${formOf({ action: '/me', fields, button: cards.create })}`;
}

function turning({ texts: { cards } }: Visit, page: number, count: number): Markup {
  const link = (to: number, name: string) => markup`<a href="/me?page=${to}">${name}</a>`;
  return markup`<p class="actions">${page > 1 ? link(page - 1, cards.newer) : ''}
${count === limit ? link(page + 1, cards.older) : ''}</p>`;
}

async function cardsPage(visit: Visit, page: number, typed: Typed): Promise<Page> {
  const { api, texts } = visit;
  const { data } = await api.profiles.mine({ page, limit });
  const notices = new Map(data.notices.map((notice) => [notice.username, notice]));
  const items = data.profiles.map((profile) => {
    const notice = notices.get(profile.username);
    const shown = notice ? hiddenNotice(visit, notice, typed, page) : markup``;
    return cardItem(visit, profile, shown);
  });
  const none = markup`<p class="lead">${texts.cards.none}</p>`;
  return {
    title: titled(texts.cards.title, typed.failure, texts),
    isMembers: true,
    main: markup`${saidOf(typed.failure)}
<h1>${texts.cards.title}</h1>
${items.length === 0 && page === 1 ? none : items}
${turning(visit, page, items.length)}
${createForm(visit, typed)}`,
  };
}

function askedPage({ request: { query } }: Visit): number {
  const isAsked = typeof query === 'object' && query !== null && 'page' in query;
  return isAsked ? pageOf(query.page) : 1;
}

/** All cards of a member: what they show, why one is hidden, and the form for another. */
export function mountCards(app: FastifyInstance, site: Site): void {
  mountRead(app, site, '/me', (visit) =>
    cardsPage(visit, askedPage(visit), nothingTyped),
  );

  mountForm(app, site, '/me', {
    fields: ['username', 'referral'],
    take: async ({ api }, posted) => {
      const username = textOf(posted, 'username');
      const { profile } = await api.profiles.create({
        username,
        referral: textOf(posted, 'referral'),
      });
      return { to: pathOfCard(profile.username) };
    },
    show: (visit, posted, failure) => cardsPage(visit, 1, { posted, failure }),
  });

  mountForm(app, site, '/me/appeal', {
    fields: ['text'],
    take: async ({ api }, posted) => {
      const username = textOf(posted, 'appealed');
      await api.profiles.appeal({ username, text: textOf(posted, 'text') });
      return { to: '/me/appealed' };
    },
    show: (visit, posted, failure) =>
      cardsPage(visit, pageOf(textOf(posted, 'page')), { posted, failure }),
  });

  mountRead(app, site, '/me/appealed', ({ texts: { suspended, cards } }) => ({
    title: suspended.sentTitle,
    isMembers: true,
    main: markup`<h1>${suspended.sentTitle}</h1><p class="lead">${cards.appealed}</p>`,
  }));
}

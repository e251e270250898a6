import { type Markup, markup } from '@namecard/look';
import { seenWord } from '@namecard/router';
import { cardMarkup } from './card-markup.ts';
import { type Failure, failureOf } from './failure.ts';
import { lineField, searchForm } from './fields.ts';
import { initialMark } from './initial.ts';
import { nameOf, toldBy } from './name-line.ts';
import type { Page } from './page.ts';
import { pathOfMember, pathOfReport } from './paths.ts';
import type { Profile } from './api.ts';
import { pageOf, queryOf } from './query.ts';
import type { Redirect, Pages, Visit } from './visit.ts';
import { turningOf } from './turning.ts';

/** Cards on a page. */
const limit = 20;

/** Pages of the list. A search finds older cards. */
const mostPages = 50;

/** Characters of a text in the list. */
const longestLine = 160;

function shortened(text: string): string {
  const characters = Array.from(text);
  return characters.length > longestLine
    ? `${characters.slice(0, longestLine - 1).join('')}…`
    : text;
}

function memberItem(profile: Profile): Markup {
  const { username } = profile;
  const { line, rest } = toldBy(profile);
  const text = shortened(rest.trim().split('\n')[0] ?? '');
  const told =
    line === ''
      ? markup`<p class="note" dir="auto" lang="">${text}</p>`
      : markup`<p class="note"><bdi>@${username}</bdi></p>`;
  return markup`<li class="member">${initialMark(profile)}
<div><a href="${pathOfMember(username)}"><bdi${line === '' ? '' : markup` lang=""`}>${nameOf(profile)}</bdi></a>
${line === '' && text === '' ? '' : told}</div></li>`;
}

type Listed = {
  profiles: Profile[];
  turning: Markup;
  /** The text for an empty page. */
  none: string;
};

async function listAll({ api, texts }: Visit, asked: number): Promise<Listed> {
  const { members } = texts;
  const page = Math.min(asked, mostPages);
  const { data } = await api.profiles.list({ page, limit });
  const hasMore = data.count.active > page * limit;
  const turning = turningOf(texts, {
    newer: page > 1 && `/members?page=${page - 1}`,
    older: hasMore && page < mostPages && `/members?page=${page + 1}`,
  });
  const last = markup`<p class="note">${members.last}</p>`;
  return {
    profiles: data.profiles,
    none: page === 1 ? members.none : texts.cards.noMore,
    turning: markup`${turning}${hasMore && page === mostPages ? last : ''}`,
  };
}

async function find({ api, texts, request }: Visit, words: string): Promise<Listed> {
  const cursor = queryOf(request, 'after');
  const { data } = await api.profiles.search({ text: words, cursor, limit });
  const next = new URLSearchParams({ q: words, after: data.nextCursor ?? '' });
  const turning = turningOf(texts, {
    newer: false,
    older: data.nextCursor !== null && `/members?${next.toString()}`,
  });
  const isWhole = cursor === undefined && data.nextCursor === null;
  const { members, cards } = texts;
  const none = isWhole ? members.nothingFound(words) : cards.noMore;
  // One page of a search may be empty although there are more.
  return { profiles: data.profiles, none: data.nextCursor === null ? none : '', turning };
}

function membersPage(
  visit: Visit,
  words: string,
  listed: Listed | undefined,
  failure?: Failure,
): Page {
  const { texts } = visit;
  const { members } = texts;
  const items = listed?.profiles.map(memberItem) ?? [];
  const field = lineField({ name: 'q', label: members.search, value: words }, failure);
  const none = listed !== undefined && items.length === 0 ? listed.none : '';
  const nothing = markup`<p class="lead" role="status">${none}</p>`;
  return {
    title: members.title,
    main: markup`${searchForm('/members', field, members.searchButton)}
${items.length === 0 ? nothing : markup`<ul>${items}</ul>`}
${listed?.turning ?? ''}`,
  };
}

async function search(visit: Visit, words: string): Promise<Page | Redirect> {
  try {
    return membersPage(visit, words, await find(visit, words));
  } catch (error) {
    const failure = failureOf(error, visit.texts);
    if (failure.status !== 400) throw error;
    if (queryOf(visit.request, 'after') !== undefined) {
      return { to: `/members?${new URLSearchParams({ q: words }).toString()}` };
    }
    const fields = { q: visit.texts.problems.fields.search };
    const { marked } = visit.texts.problems;
    const said = { ...failure, fields, first: 'q', message: marked };
    return { ...membersPage(visit, words, undefined, said), failure: said };
  }
}

export const memberPages: Pages = {
  '/members': async (visit) => {
    const words = (queryOf(visit.request, 'q') ?? '').trim();
    if (seenWord(words) !== '') return search(visit, words);
    const page = pageOf(queryOf(visit.request, 'page'));
    return membersPage(visit, '', await listAll(visit, page));
  },

  '/members/:name': async (visit, { name }) => {
    // Only members see this page, even if cards are public.
    if (visit.token === undefined) return { to: '/sign-in' };
    const { texts } = visit;
    const { data } = await visit.api.profiles.read({ username: name });
    const { username } = data.profile;
    const report = pathOfReport(username);
    const foot = markup`<p class="actions"><a href="${report}">${texts.report.title(username)}</a></p>`;
    return {
      title: nameOf(data.profile),
      isHeaded: true,
      main: cardMarkup(data.profile, texts, {
        heading: 'h1',
        foot,
        precision: visit.locationPrecision,
        hasSearch: true,
      }),
    };
  },
};

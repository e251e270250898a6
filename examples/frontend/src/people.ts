import { NamecardError, type Profile } from '@namecard/client';
import { explain, namecard } from './namecard.ts';
import { find, make } from './page.ts';

const limit = 6;

const list = find('people-list', HTMLUListElement);
const errorLine = find('people-error', HTMLElement);
const newer = find('newer', HTMLButtonElement);
const older = find('older', HTMLButtonElement);

let page = 1;
let underWay = new AbortController();

const hostOf = (link: string) => new URL(link).hostname.replace(/^www\./, '');

function linksOf({ socials }: Profile): HTMLUListElement {
  const links = make('ul', 'links');
  for (const address of Object.values(socials)) {
    const link = make('a', '', hostOf(address));
    link.href = address;
    link.rel = 'nofollow noopener';
    const item = make('li', '');
    item.append(link);
    links.append(item);
  }
  return links;
}

/** A colour of its own for each name, always the same. */
function hueOf(username: string): number {
  return Array.from(username).reduce((hue, letter) => (hue * 31 + letter.charCodeAt(0)) % 360, 7);
}

function cardOf(profile: Profile): HTMLLIElement {
  const card = make('li', 'card');
  card.style.setProperty('--hue', String(hueOf(profile.username)));
  const initial = make('span', 'initial', profile.username.slice(0, 1).toUpperCase());
  initial.ariaHidden = 'true';
  card.append(initial, make('h3', 'username', profile.username));
  card.append(
    make(
      'p',
      profile.about === null ? 'about none' : 'about',
      profile.about ?? 'Nothing said yet.',
    ),
  );
  card.append(linksOf(profile));
  return card;
}

function show(profiles: Profile[], active: number): void {
  const pages = Math.max(1, Math.ceil(active / limit));
  find('people-count', HTMLElement).textContent = active === 1 ? '1 card' : `${active} cards`;
  find('people-page', HTMLElement).textContent = `Page ${page} of ${pages}`;
  newer.disabled = page <= 1;
  older.disabled = page >= pages;
  list.replaceChildren(...profiles.map((profile) => cardOf(profile)));
}

/** Shows the page of the list; a page that was still being fetched is not wanted any more. */
export async function showPeople(): Promise<void> {
  underWay.abort();
  underWay = new AbortController();
  const { signal } = underWay;
  list.ariaBusy = 'true';
  try {
    const { data } = await namecard.api.profiles.list.query({ page, limit }, { signal });
    errorLine.textContent = '';
    show(data.profiles, data.count.active);
    list.ariaBusy = 'false';
  } catch (error) {
    if (!(error instanceof NamecardError)) {
      throw error;
    }
    if (error.reason !== 'ABORTED' && error.reason !== 'TOKEN_INVALID') {
      errorLine.textContent = explain(error);
    }
  }
}

/** Nothing of one person's is left for the next. */
export function forgetPeople(): void {
  underWay.abort();
  page = 1;
  list.replaceChildren();
}

export function preparePeople(): void {
  const turn = (pages: number) => {
    page += pages;
    void showPeople();
  };
  newer.addEventListener('click', () => turn(-1));
  older.addEventListener('click', () => turn(1));
}

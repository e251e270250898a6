import { type Markup, markup } from '@namecard/look';
import { AppError } from '@namecard/router';
import type { FastifyInstance } from 'fastify';
import { type Failure, failureOf } from './failure.ts';
import { formOf, lineField, textField } from './fields.ts';
import { type Page, said, saidOf, titled } from './page.ts';
import { type Posted, textOf } from './posted.ts';
import { cardContents, networks, pathOfCard, type Profile } from './shown-card.ts';
import {
  callerAs,
  mountForm,
  mountRead,
  type Redirect,
  type Site,
  type Visit,
} from './site.ts';

/** A form of this page as it was typed; the other one shows what is stored. */
type Typed = { contents?: Posted; place?: Posted; failure?: Failure };

/** Cards that one call lists at most. */
const largestPage = 100;

/** The member's card of that name. Reading one by its name would find those of others, too. */
async function readOwn({ api, texts }: Visit, username: string): Promise<Profile> {
  for (let page = 1; ; page += 1) {
    const { data } = await api.profiles.mine({ page, limit: largestPage });
    const own = data.profiles.find((profile) => profile.username === username);
    if (own) return own;
    if (data.profiles.length < largestPage) {
      throw new AppError('NOT_FOUND', 'PROFILE_NOT_FOUND', texts.problems.noCard);
    }
  }
}

/** As a stranger reads it, where strangers do. Of a hidden card its owner alone sees anything. */
async function asOthersSeeIt(visit: Visit, own: Profile): Promise<Profile> {
  if (!visit.publicProfiles || own.hidden) return own;
  const { username } = own;
  const stranger = callerAs(visit, visit.request, undefined);
  const { data } = await stranger.profiles.read({ username });
  return data.profile;
}

function contentsForm(
  own: Profile,
  { texts }: Visit,
  { contents, failure }: Typed,
): Markup {
  const { card } = texts;
  const value = (field: string, stored: string | null | undefined) =>
    contents === undefined ? (stored ?? '') : textOf(contents, field);
  const problem = contents === undefined ? undefined : failure;
  const about = textField(
    { name: 'about', label: card.about, value: value('about', own.about) },
    problem,
  );
  const links = networks.map((network) =>
    lineField(
      {
        name: network,
        label: card.links[network],
        value: value(network, own.socials[network]),
        inputmode: 'url',
      },
      problem,
    ),
  );
  return markup`<h2>${card.contents}</h2>
${formOf({ action: pathOfCard(own.username), fields: markup`${about}<p class="field note">${card.linkHint}</p>${links}`, button: card.save })}`;
}

function placeForm(own: Profile, { texts }: Visit, { place, failure }: Typed): Markup {
  const { card } = texts;
  const problem = place === undefined ? undefined : failure;
  const field = (name: 'latitude' | 'longitude', label: string, hint: string) => {
    const stored = String(own.location?.[name] ?? '');
    const value = place === undefined ? stored : textOf(place, name);
    return lineField({ name, label, hint, value }, problem);
  };
  const fields = markup`${field('latitude', card.latitude, card.latitudeHint)}
${field('longitude', card.longitude, card.longitudeHint)}`;
  const action = `${pathOfCard(own.username)}/place`;
  return markup`<h2>${card.place}</h2>
<p class="note">${card.placeHint}</p>
${formOf({ action, fields, button: card.savePlace })}`;
}

function aboutCard(visit: Visit, own: Profile, seen: Profile): Markup {
  const { texts, publicProfiles } = visit;
  const open = markup`<p class="actions"><a href="/@${own.username}">${texts.card.open}</a></p>`;
  const hidden = markup`<div class="said bad"><p>${texts.cards.hidden} <a href="/me">${texts.card.why}</a></p></div>`;
  return markup`<section class="card" aria-label="${texts.card.shown}">
<p class="note">${texts.card.shown}</p>
<h2><bdi>${seen.username}</bdi></h2>
${cardContents(seen, texts)}
${own.hidden ? hidden : ''}
${publicProfiles && !own.hidden ? open : ''}
</section>`;
}

/** Whether something was saved just before, as the address says. */
const isSaved = ({ request: { query } }: Visit): boolean =>
  typeof query === 'object' && query !== null && 'saved' in query;

async function cardPage(visit: Visit, username: string, typed: Typed): Promise<Page> {
  const { texts } = visit;
  const own = await readOwn(visit, username);
  const seen = await asOthersSeeIt(visit, own);
  const saved =
    typed.failure === undefined && isSaved(visit) ? said(texts.card.saved) : '';
  return {
    title: titled(own.username, typed.failure, texts),
    isMembers: true,
    main: markup`${saidOf(typed.failure)}${saved}
<h1><bdi>${own.username}</bdi></h1>
${aboutCard(visit, own, seen)}
${contentsForm(own, visit, typed)}
${placeForm(own, visit, typed)}
<h2>${texts.card.remove}</h2>
<p class="note">${texts.card.removeText}</p>
<p class="actions"><a class="button harm" href="${pathOfCard(own.username)}/delete">${texts.card.remove}</a></p>`,
  };
}

/** What a form says of a place: nothing where both fields are empty. What is no number the service refuses. */
function placeOf(posted: Posted) {
  const [latitude, longitude] = (['latitude', 'longitude'] as const).map((field) =>
    textOf(posted, field).trim().replace(',', '.'),
  );
  if (!latitude && !longitude) return null;
  return { latitude: Number(latitude || 'none'), longitude: Number(longitude || 'none') };
}

const savedAt = (name: string): Redirect => ({ to: `${pathOfCard(name)}?saved` });

async function removalPage(visit: Visit, name: string, failure?: Failure): Promise<Page> {
  const { texts } = visit;
  const { username } = await readOwn(visit, name);
  const title = texts.card.removeTitle(username);
  const action = `${pathOfCard(username)}/delete`;
  return {
    title: titled(title, failure, texts),
    isMembers: true,
    main: markup`${saidOf(failure)}
<h1>${title}</h1>
<p class="lead">${texts.card.removeText}</p>
<div class="actions">${formOf({ action, button: texts.card.removeButton, kind: 'harm' })}
<a href="${pathOfCard(username)}">${texts.card.keep}</a></div>`,
  };
}

/** Deletes the card. A sign-in that is too old leads to a new one; a card that is gone already, to the others. */
async function remove({ api, texts }: Visit, username: string): Promise<Redirect> {
  try {
    await api.profiles.remove({ username });
  } catch (error) {
    const { reason } = failureOf(error, texts);
    if (reason === 'FRESH_SIGN_IN_REQUIRED') return { to: '/sign-in?why=fresh' };
    if (reason !== 'PROFILE_NOT_FOUND') throw error;
  }
  return { to: '/me' };
}

/** One card of a member: as others see it, and beside it the forms that change it. */
export function mountCard(app: FastifyInstance, site: Site): void {
  const path = '/me/cards/:name';
  mountRead(app, site, path, (visit, { name }) => cardPage(visit, name, {}));

  mountForm(app, site, path, {
    fields: ['about', ...networks],
    take: async ({ api }, posted, { name }) => {
      const [x, telegram, website, discord] = networks.map((one) => textOf(posted, one));
      const socials = { x, telegram, website, discord };
      const about = textOf(posted, 'about');
      await api.profiles.updateSocials({ username: name, about, socials });
      return savedAt(name);
    },
    show: (visit, contents, failure, { name }) =>
      cardPage(visit, name, { contents, failure }),
  });

  mountForm(app, site, `${path}/place`, {
    fields: ['latitude', 'longitude'],
    take: async ({ api }, posted, { name }) => {
      await api.profiles.updateLocation({ username: name, location: placeOf(posted) });
      return savedAt(name);
    },
    show: (visit, place, failure, { name }) => cardPage(visit, name, { place, failure }),
  });

  mountRead(app, site, `${path}/delete`, (visit, { name }) => removalPage(visit, name));

  mountForm(app, site, `${path}/delete`, {
    take: (visit, _posted, { name }) => remove(visit, name),
    show: (visit, _posted, failure, { name }) => removalPage(visit, name, failure),
  });
}

import { type Markup, markup } from '@namecard/look';
import { AppError, withRoundedPlace } from '@namecard/router';
import type { FastifyInstance } from 'fastify';
import { type Failure, failureOf } from './failure.ts';
import { lineField, textField } from './fields.ts';
import { appealForm, hiddenNotice, type Notice } from './hidden-notice.ts';
import { memberForm } from './member-form.ts';
import type { Page } from './page.ts';
import { type Posted, textOf } from './posted.ts';
import { cardMarkup, isEmpty } from './card-markup.ts';
import { contactFile } from './contact-file.ts';
import { pathOfCard } from './paths.ts';
import type { Profile } from './profile.ts';
import { queryOf } from './query.ts';
import { addressOf, shareMarkup } from './share.ts';
import { linkFields } from './shown-links.ts';
import { typedLink, typedPlace } from './typed.ts';
import { mountForm, mountRead } from './mount.ts';
import { callerAs, type Redirect, type Site, type Visit, visitOf } from './visit.ts';

/** What was typed in one of the two forms. The other one shows what is stored. */
type Typed = {
  contents?: Posted | undefined;
  place?: Posted | undefined;
  failure?: Failure | undefined;
};

/** The limit of one call. */
const largestPage = 100;

/** Usernames differ by more than case. */
const isSame = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase();

/** A member's card. `notice` says why it is hidden, if an event says so. */
type Own = { own: Profile; notice: Notice | undefined };

/** Reads all the member's cards: `profiles.read` would find others' cards too. */
async function readOwn({ api }: Visit, username: string): Promise<Own> {
  for (let page = 1; ; page += 1) {
    const { data } = await api.profiles.mine({ page, limit: largestPage });
    const own = data.profiles.find((profile) => isSame(profile.username, username));
    if (own) {
      const notice = data.notices.find((one) => one.username === own.username);
      return { own, notice };
    }
    if (data.profiles.length < largestPage) {
      throw new AppError('NOT_FOUND', 'PROFILE_NOT_FOUND', 'There is no such card.');
    }
  }
}

/** As strangers see it if cards are public, else as members do. */
async function asOthersSeeIt(visit: Visit, own: Profile): Promise<Profile> {
  if (own.hidden) return own;
  if (!visit.publicProfiles) return withRoundedPlace(own, visit.locationPrecision);
  const { username } = own;
  const stranger = callerAs(visit, visit.request, undefined);
  const { data } = await stranger.profiles.read({ username });
  return data.profile;
}

function contentsForm(own: Profile, visit: Visit, { contents, failure }: Typed): Markup {
  const { card, form } = visit.texts;
  const value = (field: string, stored: string | null | undefined) =>
    contents === undefined ? (stored ?? '') : textOf(contents, field);
  const problem = contents === undefined ? undefined : failure;
  const about = textField(
    {
      name: 'about',
      label: card.about,
      hint: card.aboutHint,
      value: value('about', own.about),
    },
    problem,
  );
  const links = linkFields.map((network) =>
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
  const action = pathOfCard(own.username);
  const fields = markup`${about}<p class="field note">${card.linkHint}</p>${links}`;
  return markup`<h2>${card.contents}</h2>
${memberForm(visit, { action, fields, button: form.save })}`;
}

function placeForm(own: Profile, visit: Visit, { place, failure }: Typed): Markup {
  const { card } = visit.texts;
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
${memberForm(visit, { action, fields, button: card.savePlace })}`;
}

function hiddenCard(visit: Visit, { own, notice: why }: Own): Markup {
  const notice = hiddenNotice(visit, why, 'h2');
  const foot = appealForm(visit, why);
  return cardMarkup(own, visit.texts, { heading: 'h1', notice, foot });
}

/** The card as others see it. */
function shownCard(visit: Visit, own: Profile, seen: Profile): Markup {
  const { card } = visit.texts;
  const address = addressOf(visit, own);
  const open = markup`<p class="actions"><a href="/@${own.username}">${card.open}</a></p>`;
  const foot = markup`${isEmpty(seen) ? markup`<p class="rest">${card.empty}</p>` : ''}
${address === undefined ? '' : open}`;
  return markup`<section aria-label="${card.shown}">
<p class="note">${card.shown}</p>
${cardMarkup(seen, visit.texts, { heading: 'h1', foot })}
</section>
${shareMarkup(visit, seen)}`;
}

async function cardPage(visit: Visit, username: string, typed: Typed): Promise<Page> {
  const { texts } = visit;
  const { own, notice } = await readOwn(visit, username);
  const shown = own.hidden
    ? hiddenCard(visit, { own, notice })
    : shownCard(visit, own, await asOthersSeeIt(visit, own));
  const isSaved = queryOf(visit.request, 'saved') !== undefined;
  return {
    title: own.username,
    hasNavigation: true,
    hasTwoColumns: true,
    said: isSaved ? texts.form.saved : undefined,
    main: markup`<div class="beside"><div class="shown">
${shown}
</div><div>
${contentsForm(own, visit, typed)}
${placeForm(own, visit, typed)}
<h2>${texts.card.remove}</h2>
<p class="note">${texts.card.removeText}</p>
<p class="actions"><a class="button harm"
  href="${pathOfCard(own.username)}/delete">${texts.card.remove}</a></p>
</div></div>`,
  };
}

const savedAt = (name: string): Redirect => ({ to: `${pathOfCard(name)}?saved` });

async function removalPage(visit: Visit, name: string): Promise<Page> {
  const { texts } = visit;
  const { own } = await readOwn(visit, name);
  const { username } = own;
  const title = texts.card.removeTitle(username);
  const action = `${pathOfCard(username)}/delete`;
  return {
    title,
    hasNavigation: true,
    main: markup`<h1>${title}</h1>
<p class="lead">${texts.card.removeText}</p>
<div class="actions">${memberForm(visit, { action, button: texts.card.removeButton, kind: 'harm' })}
<a href="${pathOfCard(username)}">${texts.card.keep}</a></div>`,
  };
}

/** Deletes a card. It is no failure if the card was deleted before. */
async function remove({ api, texts }: Visit, username: string): Promise<Redirect> {
  try {
    await api.profiles.remove({ username });
  } catch (error) {
    if (failureOf(error, texts).reason !== 'PROFILE_NOT_FOUND') throw error;
  }
  return { to: '/me' };
}

export function mountCard(app: FastifyInstance, site: Site): void {
  const path = '/me/cards/:name';
  mountRead(app, site, path, (visit, { name }) => cardPage(visit, name, {}));

  mountForm(app, site, path, {
    fields: ['about', ...linkFields],
    isKept: true,
    take: async ({ api }, posted, { name }) => {
      const sent = linkFields.filter((network) => Object.hasOwn(posted, network));
      const socials = Object.fromEntries(
        sent.map((network) => [network, typedLink(network, textOf(posted, network))]),
      );
      const { data } = await api.profiles.updateSocials({
        username: name,
        about: posted['about'],
        socials,
      });
      return savedAt(data.profile.username);
    },
    show: (visit, contents, failure, { name }) =>
      cardPage(visit, name, { contents, failure }),
  });

  mountForm(app, site, `${path}/place`, {
    fields: ['latitude', 'longitude'],
    shownAt: path,
    isKept: true,
    take: async ({ api }, posted, { name }) => {
      const location = typedPlace(
        textOf(posted, 'latitude'),
        textOf(posted, 'longitude'),
      );
      const { data } = await api.profiles.updateLocation({ username: name, location });
      return savedAt(data.profile.username);
    },
    show: (visit, place, failure, { name }) => cardPage(visit, name, { place, failure }),
  });

  app.get<{ Params: { name: string } }>(
    `${path}/contact.vcf`,
    { config: site.config },
    async (request, reply) => {
      const visit = visitOf(site, request, reply);
      const { own } = await readOwn(visit, request.params.name);
      const seen = await asOthersSeeIt(visit, own);
      void reply
        .type('text/vcard; charset=utf-8')
        .header('content-disposition', `attachment; filename="${own.username}.vcf"`);
      return contactFile(seen, addressOf(visit, own));
    },
  );

  mountRead(app, site, `${path}/delete`, (visit, { name }) => removalPage(visit, name));

  mountForm(app, site, `${path}/delete`, {
    take: (visit, _posted, { name }) => remove(visit, name),
    show: (visit, _posted, _failure, { name }) => removalPage(visit, name),
  });
}

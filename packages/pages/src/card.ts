import { type Markup, markup } from '@namecard/look';
import { withRoundedPlace } from '@namecard/router';
import type { FastifyInstance } from 'fastify';
import { type Failure, failureOf } from './failure.ts';
import { lineField, textField } from './fields.ts';
import { appealForm, hiddenNotice } from './hidden-notice.ts';
import { memberForm } from './member-form.ts';
import { type Own, readOwn } from './own-card.ts';
import type { Page } from './page.ts';
import { type Posted, textOf, typedOr } from './posted.ts';
import { cardMarkup, isEmpty } from './card-markup.ts';
import { contactFile } from './contact-file.ts';
import { pathOfCard } from './paths.ts';
import type { Profile } from './profile.ts';
import { queryOf } from './query.ts';
import { addressOf, shareMarkup } from './share.ts';
import { shownField, type Values } from './shown-values.ts';
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

/** As strangers see it if cards are public, else as members do. */
async function asOthersSeeIt(visit: Visit, own: Profile): Promise<Profile> {
  if (own.hidden) return own;
  if (!visit.publicProfiles) return withRoundedPlace(own, visit.locationPrecision);
  const { username } = own;
  const stranger = callerAs(visit, visit.request, undefined);
  const { data } = await stranger.profiles.read({ username });
  return data.profile;
}

const contentsOf = ({ about, socials }: Profile): Values => ({
  about: about ?? '',
  ...Object.fromEntries(linkFields.map((network) => [network, socials[network] ?? ''])),
});

const placeOf = ({ location }: Profile): Values => ({
  latitude: String(location?.latitude ?? ''),
  longitude: String(location?.longitude ?? ''),
});

function contentsForm(own: Profile, visit: Visit, { contents, failure }: Typed): Markup {
  const { card, form } = visit.texts;
  const stored = contentsOf(own);
  const value = (field: string) => typedOr(contents ?? {}, field, textOf(stored, field));
  const problem = contents === undefined ? undefined : failure;
  const about = textField(
    {
      name: 'about',
      label: card.about,
      hint: card.aboutHint,
      value: value('about'),
    },
    problem,
  );
  const links = linkFields.map((network) =>
    lineField(
      {
        name: network,
        label: card.links[network],
        value: value(network),
        inputmode: 'url',
      },
      problem,
    ),
  );
  const action = pathOfCard(own.username);
  const shown = shownField(stored, contents);
  const fields = markup`${about}<p class="field note">${card.linkHint}</p>${links}${shown}`;
  return markup`<h2>${card.contents}</h2>
${memberForm(visit, { action, fields, button: form.save })}`;
}

function placeForm(own: Profile, visit: Visit, { place, failure }: Typed): Markup {
  const { card } = visit.texts;
  const problem = place === undefined ? undefined : failure;
  const stored = placeOf(own);
  const field = (name: 'latitude' | 'longitude', label: string, hint: string) => {
    const value = typedOr(place ?? {}, name, textOf(stored, name));
    return lineField({ name, label, hint, value }, problem);
  };
  const fields = markup`${field('latitude', card.latitude, card.latitudeHint)}
${field('longitude', card.longitude, card.longitudeHint)}${shownField(stored, place)}`;
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
    stored: async (visit, { name }) => contentsOf((await readOwn(visit, name)).own),
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
    isOne: true,
    stored: async (visit, { name }) => placeOf((await readOwn(visit, name)).own),
    take: async ({ api }, posted, { name }) => {
      if (!Object.hasOwn(posted, 'latitude')) return savedAt(name);
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
      return contactFile(seen, {
        address: addressOf(visit, own),
        uid: `${site.origin}/@${own.username.toLowerCase()}`,
        revised: new Date(),
      });
    },
  );

  mountRead(app, site, `${path}/delete`, (visit, { name }) => removalPage(visit, name));

  mountForm(app, site, `${path}/delete`, {
    take: (visit, _posted, { name }) => remove(visit, name),
    show: (visit, _posted, _failure, { name }) => removalPage(visit, name),
  });
}

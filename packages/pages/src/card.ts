import { type Markup, markup } from '@namecard/look';
import { asOthersSeeIt, UpdateSocialsInput } from '@namecard/router';
import {
  cardChange,
  cardFields,
  cardForm,
  cardValues,
  type TypedCard,
} from './card-form.ts';
import { cardMarkup, isEmpty } from './card-markup.ts';
import { contactFile } from './contact-file.ts';
import { draftNote, draftValues, readDraft } from './draft.ts';
import { type FormRefused, refusedFields, unless, wrongFields } from './failure.ts';
import { appealLink, hiddenNotice } from './hidden-notice.ts';
import { memberForm } from './member-form.ts';
import { type Own, readOwn } from './own-card.ts';
import type { Page } from './page.ts';
import { pathOfCard } from './paths.ts';
import { placeIn } from './place.ts';
import { textOf } from './posted.ts';
import type { Profile } from './api.ts';
import { addressOf, shareMarkup } from './share.ts';
import type { Texts } from './texts/texts.ts';
import type { Pages, Redirect, Visit } from './visit.ts';

const precisionOf = (visit: Visit, { isPublic }: Own): number =>
  isPublic ? visit.publicLocationPrecision : visit.locationPrecision;

/** As strangers see it if they may read it, else as members do. */
const asOthers = (visit: Visit, found: Own): Profile =>
  asOthersSeeIt(found.own, { ...visit, locationPrecision: precisionOf(visit, found) });

/** The card and ways to share it. Nobody else sees a new or hidden card. */
function shownCard(visit: Visit, found: Own): Markup {
  const { own } = found;
  if (isEmpty(own, visit.socials) || own.hidden) return markup``;
  const { card } = visit.texts;
  const seen = asOthers(visit, found);
  const address = addressOf(visit, found);
  const foot =
    address === undefined
      ? markup``
      : markup`<p class="actions"><a href="/@${own.username}">${card.open}</a></p>`;
  return markup`<section class="shown" aria-label="${card.shown}">
<p class="note">${card.shown}</p>
${cardMarkup(seen, visit.texts, { heading: 'h2', foot, precision: precisionOf(visit, found) })}
${shareMarkup(visit, seen, address)}
</section>`;
}

export async function cardPage(
  visit: Visit,
  name: string,
  typed: TypedCard,
): Promise<Page> {
  const { card, cards } = visit.texts;
  const found = await readOwn(visit, name);
  const { own } = found;
  const isBare = isEmpty(own, visit.socials);
  const draft = isBare ? await readDraft(visit) : null;
  const { posted = draft === null ? undefined : draftValues(draft), failure } = typed;
  const { username } = own;
  const title = cards.editOf(username);
  return {
    title,
    hasTwoColumns: !isBare && !own.hidden,
    main: markup`<div class="beside"><div>
${own.hidden ? hiddenNotice(visit, found, 'h2', appealLink(visit, found.notice)) : ''}
${draft === null ? '' : draftNote(visit, draft)}
${cardForm(visit, found, { posted, failure })}
</div>
${shownCard(visit, found)}</div>
<p class="apart"><a href="${pathOfCard(username)}/delete">${card.remove}</a></p>`,
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
    main: markup`<p class="lead">${texts.card.removeText}</p>
<div class="actions">${memberForm(visit, { action, button: texts.card.remove, kind: 'harm' })}
<a href="${pathOfCard(username)}">${texts.form.keep}</a></div>`,
  };
}

/** Marks what else is wrong too. Else that would be said only once the place is right. */
function allRefused(place: string, change: object, texts: Texts): FormRefused {
  const { error } = UpdateSocialsInput.safeParse(change);
  const others = Object.fromEntries(wrongFields(error?.issues ?? [], texts));
  return refusedFields({ ...others, place }, texts);
}

const path = '/me/cards/:name';

export const cardPages: Pages = {
  [path]: {
    fields: cardFields,
    isKept: true,
    stored: async (visit, { name }) => cardValues(visit, await readOwn(visit, name)),
    take: async (visit, posted, { name, stored }) => {
      const { updateSocials, updateLocation, chooseReaders } = visit.api.profiles;
      const readers = textOf(posted, 'readers');
      const isRemoved = Object.hasOwn(posted, 'no-place');
      const isMoved = isRemoved || Object.hasOwn(posted, 'place');
      const place = placeIn(isRemoved ? {} : posted, visit.texts);
      const change = { username: name, ...cardChange(posted, stored) };
      if ('wrong' in place) throw allRefused(place.wrong, change, visit.texts);
      // Nobody new reads what the member is about to take out.
      if (readers === 'members') await chooseReaders({ username: name, readers });
      const { data } = await updateSocials(change);
      if (isMoved) await updateLocation({ username: name, ...place });
      if (readers === 'anybody') await chooseReaders({ username: name, readers });
      return savedAt(data.profile.username);
    },
    show: (visit, posted, failure, { name }) =>
      cardPage(visit, name, { posted, failure }),
  },

  [`${path}/contact.vcf`]: async (visit, { name }) => {
    const found = await readOwn(visit, name);
    const { username } = found.own;
    const text = contactFile(asOthers(visit, found), {
      address: addressOf(visit, found),
      uid: `${visit.origin}/@${username.toLowerCase()}`,
      revised: new Date(),
    });
    return { file: `${username}.vcf`, type: 'text/vcard', text };
  },

  [`${path}/delete`]: {
    take: async ({ api }, _posted, { name }) => {
      // It may be deleted already.
      await unless('PROFILE_NOT_FOUND', api.profiles.remove({ username: name }));
      return { to: '/me?deleted' };
    },
    show: (visit, _posted, _failure, { name }) => removalPage(visit, name),
  },
};

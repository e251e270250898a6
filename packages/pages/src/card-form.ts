import { colonIn, type Markup, markup } from '@namecard/look';
import { socialNetworks, socials } from '@namecard/look/socials';
import type { Failure } from './failure.ts';
import { checkField, choiceField, fieldGroup, lineField, textField } from './fields.ts';
import { memberForm } from './member-form.ts';
import { aboutOf, longestName, toldBy } from './name-line.ts';
import type { Own } from './own-card.ts';
import { pathOfCard } from './paths.ts';
import { storedPlace, townChoices } from './place.ts';
import { type Posted, textOf } from './posted.ts';
import type { Profile } from './api.ts';
import { nameOfNetwork } from './shown-links.ts';
import { shownField, type Values } from './shown-values.ts';
import { typedLink } from './typed.ts';
import type { Visit } from './visit.ts';

/** In their order on the page. */
export const cardFields = ['line', 'about', 'place', ...socialNetworks, 'readers'];

/** The kinds that are offered, and those that the card has from before. */
const linkFields = ({ socials: offered }: Visit, { socials: stored }: Profile) =>
  socialNetworks.filter(
    (network) => offered.includes(network) || stored[network] !== undefined,
  );

/** What the form shows of a card. */
export function cardValues(visit: Visit, { own, isPublic }: Own): Values {
  const { location, socials: stored } = own;
  const { line, rest } = toldBy(own);
  const links = linkFields(visit, own).map(
    (network) => [network, stored[network] ?? ''] as const,
  );
  return {
    line,
    about: rest,
    place: storedPlace(location, visit.texts),
    ...Object.fromEntries(links),
    // Without public cards the choice would do nothing.
    ...(visit.publicProfiles && { readers: isPublic ? 'anybody' : 'members' }),
  };
}

/** What was typed, and why it was refused. */
export type TypedCard = { posted?: Posted | undefined; failure?: Failure | undefined };

/** Asks which town is meant if there are several. */
function placeFields(
  { texts, language }: Visit,
  { location }: Profile,
  field: Parameters<typeof lineField>[0],
  { posted = {}, failure }: TypedCard,
): Markup {
  const { card, form } = texts;
  const isAsked = failure?.fields?.['place'] || Object.hasOwn(posted, 'town');
  const choices = isAsked ? townChoices(field.value, texts) : {};
  const [largest, second] = Object.keys(choices);
  const chosen = textOf(posted, 'town');
  const value = Object.hasOwn(choices, chosen) ? chosen : largest;
  const choice =
    value === undefined || second === undefined
      ? ''
      : markup`${choiceField({ name: 'town', label: card.which, value, choices })}
<p class="field"><button>${form.save}</button></p>`;
  const credit = markup`<a href="https://www.geonames.org/" rel="noreferrer">GeoNames</a>,
<a href="https://creativecommons.org/licenses/by/4.0/" rel="license noreferrer">CC BY 4.0</a>`;
  return markup`${lineField(field, failure)}${choice}
${location === null ? '' : checkField('no-place', card.removePlace, Object.hasOwn(posted, 'no-place'))}
<p class="field note">${card.towns}${colonIn(language)} ${credit}</p>`;
}

export function cardForm(
  visit: Visit,
  found: Own,
  { posted = {}, failure }: TypedCard,
): Markup {
  const { card, form } = visit.texts;
  const { own, isPublic } = found;
  const stored = cardValues(visit, found);
  const value = (field: string) => textOf(posted, field, textOf(stored, field));
  const readers = isPublic ? card.seenByAll : card.seenByMembers;
  const seen = own.hidden && !found.isWaiting ? '' : readers;
  const hintOf = (...hints: string[]) => [...hints, seen].join(' ').trim();
  const field = (name: 'line' | 'about' | 'place', label: string, ...hint: string[]) => ({
    name,
    label,
    hint: hintOf(...hint),
    value: value(name),
  });
  const line = field('line', card.line, card.lineHint);
  const links = linkFields(visit, own).map((network) => {
    const link = {
      name: network,
      label: nameOfNetwork(network, visit.texts),
      value: value(network),
      inputmode: 'url',
      ...(!visit.socials.includes(network) && { hint: card.notOffered }),
    } as const;
    return lineField(link, failure);
  });
  const named = visit.socials.filter((network) => socials[network].typed.startsWith('@'));
  const linkHint = card.linkHint(named.map((network) => socials[network].name));
  const fields = markup`${lineField({ ...line, maxlength: longestName, isName: true }, failure)}
${textField(field('about', card.about), failure)}
${placeFields(visit, own, { ...field('place', card.place, card.placeHint), isName: true }, { posted, failure })}
${fieldGroup({ id: 'links', label: card.linksTitle, hint: hintOf(linkHint) }, links)}
${visit.publicProfiles ? choiceField({ name: 'readers', label: card.readers, value: value('readers'), choices: card.readersOf }, failure) : ''}
${shownField(stored, posted)}`;
  return memberForm(visit, {
    action: pathOfCard(own.username),
    fields,
    button: form.save,
  });
}

/** What changes the card, of the fields that the member changed. */
export function cardChange(posted: Posted, stored: Values) {
  const isSent = (field: string) => Object.hasOwn(posted, field);
  const typed = (field: string) => textOf(posted, field, textOf(stored, field));
  const sent = socialNetworks.filter(isSent);
  return {
    about:
      isSent('line') || isSent('about')
        ? aboutOf(typed('line'), typed('about'))
        : undefined,
    socials: Object.fromEntries(
      sent.map((network) => [network, typedLink(network, textOf(posted, network))]),
    ),
  };
}

import { type Markup, markup } from '@namecard/look';
import type { Failure } from './failure.ts';
import { checkField, choiceField, fieldGroup, lineField, textField } from './fields.ts';
import { memberForm } from './member-form.ts';
import { aboutOf, longestName, toldBy } from './name-line.ts';
import type { Own } from './own-card.ts';
import { pathOfCard } from './paths.ts';
import { storedPlace, townChoices } from './place.ts';
import { type Posted, textOf, typedOr } from './posted.ts';
import type { Profile } from './profile.ts';
import { linkFields } from './shown-links.ts';
import { shownField, type Values } from './shown-values.ts';
import { typedLink } from './typed.ts';
import type { Visit } from './visit.ts';

/** In their order on the page. */
export const cardFields = ['line', 'about', 'place', ...linkFields, 'readers'];

/** What the form shows of a card. */
export function cardValues(
  { texts, publicProfiles }: Pick<Visit, 'texts' | 'publicProfiles'>,
  { own, isPublic }: Pick<Own, 'own' | 'isPublic'>,
): Values {
  const { location, socials } = own;
  const { line, rest } = toldBy(own);
  return {
    line,
    about: rest,
    place: storedPlace(location, texts),
    ...Object.fromEntries(linkFields.map((network) => [network, socials[network] ?? ''])),
    // Without public cards the choice would do nothing.
    ...(publicProfiles && { readers: isPublic ? 'anybody' : 'members' }),
  };
}

/** What was typed, and why it was refused. */
export type TypedCard = { posted?: Posted | undefined; failure?: Failure | undefined };

/** Asks which town is meant if there are several. */
function placeFields(
  { texts }: Visit,
  { location }: Profile,
  field: Parameters<typeof lineField>[0],
  failure?: Failure,
): Markup {
  const { card } = texts;
  const choices = failure?.fields['place'] ? townChoices(field.value, texts) : {};
  const [largest] = Object.keys(choices);
  const choice =
    largest === undefined
      ? ''
      : choiceField({ name: 'town', label: card.which, value: largest, choices });
  const credit = markup`<a href="https://www.geonames.org/" rel="noreferrer">GeoNames</a>,
<a href="https://creativecommons.org/licenses/by/4.0/" rel="license noreferrer">CC BY 4.0</a>`;
  return markup`${lineField(field, failure)}${choice}
${location === null ? '' : checkField('no-place', card.removePlace)}
<p class="field note">${card.towns}: ${credit}</p>`;
}

export function cardForm(
  visit: Visit,
  found: Own,
  { posted = {}, failure }: TypedCard,
): Markup {
  const { card, form } = visit.texts;
  const { own, isPublic } = found;
  const stored = cardValues(visit, found);
  const value = (field: string) => typedOr(posted, field, textOf(stored, field));
  const seen = isPublic ? card.seenByAll : card.seenByMembers;
  const field = (name: 'line' | 'about' | 'place', label: string, hint: string) => ({
    name,
    label,
    hint: `${hint} ${seen}`,
    value: value(name),
  });
  const line = field('line', card.line, card.lineHint);
  const links = linkFields.map((network) => {
    const label = card.links[network];
    const link = {
      name: network,
      label,
      value: value(network),
      inputmode: 'url',
    } as const;
    return lineField(link, failure);
  });
  const fields = markup`${lineField({ ...line, maxlength: longestName, isName: true }, failure)}
${textField(field('about', card.about, card.aboutHint), failure)}
${placeFields(visit, own, { ...field('place', card.place, card.placeHint), isName: true }, failure)}
${fieldGroup({ id: 'links', label: card.linksTitle, hint: `${card.linkHint} ${seen}` }, links)}
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
  const typed = (field: string) => typedOr(posted, field, textOf(stored, field));
  const sent = linkFields.filter(isSent);
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

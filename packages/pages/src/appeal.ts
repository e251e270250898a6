import { markup } from '@namecard/look';
import { cardPage } from './card.ts';
import { type Failure, FormRefused, refusalOf } from './failure.ts';
import { hiddenField, textField } from './fields.ts';
import { hiddenNotice, type Notice } from './hidden-notice.ts';
import { memberForm } from './member-form.ts';
import { readOwn } from './own-card.ts';
import type { Page } from './page.ts';
import { pathOfCard } from './paths.ts';
import { type Posted, textOf } from './posted.ts';
import { hashOf } from './shown-values.ts';
import type { Pages, Visit } from './visit.ts';

/** The version of the notice that an appeal is about. */
const hashOfNotice = ({ reason, note, at }: Notice): string =>
  hashOf(JSON.stringify([reason, note, at]));

/**
 * Why a card is hidden, and the form for an appeal. Nobody can ask twice, or without a
 * notice, since no event says then who hid the card: they get the card's own page.
 */
async function appealPage(
  visit: Visit,
  name: string,
  posted: Posted = {},
  failure?: Failure,
): Promise<Page> {
  const { appeal } = visit.texts;
  const found = await readOwn(visit, name);
  const { own, notice } = found;
  if (notice?.appealedAt !== null) return cardPage(visit, name, { failure });
  const field = textField(
    {
      name: 'text',
      label: appeal.text,
      hint: appeal.hint,
      value: textOf(posted, 'text'),
    },
    failure,
  );
  const form = memberForm(visit, {
    action: `${pathOfCard(own.username)}/appeal`,
    fields: markup`${hiddenField('notice', hashOfNotice(notice))}${field}`,
    button: appeal.send,
  });
  return {
    title: appeal.send,
    main: markup`${hiddenNotice(visit, found, 'h2')}
${form}`,
  };
}

/** The card may have been hidden again meanwhile, for another reason. */
async function requireSameNotice(visit: Visit, username: string, shown: string) {
  if (shown === '') return;
  const { notice } = await readOwn(visit, username);
  if (notice !== undefined && hashOfNotice(notice) !== shown) {
    throw new FormRefused(refusalOf('changedMeanwhile', visit.texts));
  }
}

export const appealPages: Pages = {
  '/me/cards/:name/appeal': {
    fields: ['text'],
    isKept: true,
    isFinal: true,
    take: async (visit, posted, { name }) => {
      await requireSameNotice(visit, name, textOf(posted, 'notice'));
      const text = textOf(posted, 'text');
      await visit.api.profiles.appeal({ username: name, text });
      return { to: `${pathOfCard(name)}?asked` };
    },
    show: (visit, posted, failure, { name }) => appealPage(visit, name, posted, failure),
  },
};

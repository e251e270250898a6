import { AppError, isLanguage } from '@namecard/router';
import { refusalOf, unless } from './failure.ts';
import { filledForm } from './filled-form.ts';
import { onwardOf } from './onward.ts';
import { textOf } from './posted.ts';
import { problemPage } from './message-page.ts';
import { textsIn } from './texts/texts-in.ts';
import { memberOf, type Pages } from './visit.ts';

/** A path of this service. Browsers take `//host` and `/\\host` for other hosts. */
const ownPath = /^\/(?![/\\])[!-~]*$/;

export const languagePages: Pages = {
  '/language': {
    shownAt: '/',
    take: async (visit, posted) => {
      const language = textOf(posted, 'language');
      if (!isLanguage(language)) {
        throw new AppError('BAD_REQUEST', 'INPUT_INVALID', 'There is no such language.');
      }
      if (visit.token !== undefined) {
        // For mails too. The session may have ended.
        await unless('TOKEN_INVALID', visit.api.users.chooseLanguage({ language }));
      }
      visit.cookies.language.write(visit.reply, language);
      const onward = onwardOf(posted);
      const there = { ...visit, language, texts: textsIn(language) };
      const page = onward && (await filledForm(there, await memberOf(visit), onward));
      const to = textOf(posted, 'to');
      return page ?? { to: ownPath.test(to) ? to : '/' };
    },
    show: (visit, _posted, failure = refusalOf('notOurs', visit.texts)) =>
      problemPage(visit, failure),
  },
};

import { AppError, isLanguage } from '@namecard/router';
import type { FastifyInstance } from 'fastify';
import { refusalOf, unless } from './failure.ts';
import { mountForm } from './mount.ts';
import { textOf } from './posted.ts';
import { problemPage } from './message-page.ts';
import type { Site } from './visit.ts';

/** A path of this service. Browsers take `//host` and `/\\host` for other hosts. */
const ownPath = /^\/(?![/\\])[!-~]*$/;

export function mountLanguage(app: FastifyInstance, site: Site): void {
  mountForm(app, site, '/language', {
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
      const to = textOf(posted, 'to');
      return { to: ownPath.test(to) ? to : '/' };
    },
    show: (visit, _posted, failure = refusalOf('notOurs', visit.texts)) =>
      problemPage(visit, failure),
  });
}

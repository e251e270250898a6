import { AppError, isLanguage } from '@namecard/router';
import type { FastifyInstance } from 'fastify';
import { failureOf, notOurs } from './failure.ts';
import { mountForm } from './mount.ts';
import { textOf } from './posted.ts';
import { problemPage } from './message-page.ts';
import type { Site, Visit } from './visit.ts';

/** A path of this service. Browsers take `//host` and `/\\host` for other hosts. */
const ownPath = /^\/(?![/\\])[!-~]*$/;

type Language = Parameters<Visit['api']['users']['chooseLanguage']>[0]['language'];

/** For mails too, if somebody is signed in. */
async function choose({ api, token, texts }: Visit, language: Language): Promise<void> {
  if (token === undefined) return;
  try {
    await api.users.chooseLanguage({ language });
  } catch (error) {
    if (failureOf(error, texts).reason !== 'TOKEN_INVALID') throw error;
  }
}

export function mountLanguage(app: FastifyInstance, site: Site): void {
  mountForm(app, site, '/language', {
    shownAt: '/',
    take: async (visit, posted) => {
      const language = textOf(posted, 'language');
      if (!isLanguage(language)) {
        throw new AppError('BAD_REQUEST', 'INPUT_INVALID', 'There is no such language.');
      }
      await choose(visit, language);
      visit.cookies.language.write(visit.reply, language);
      const to = textOf(posted, 'to');
      return { to: ownPath.test(to) ? to : '/' };
    },
    show: (visit, _posted, failure = notOurs(visit.texts)) => problemPage(visit, failure),
  });
}

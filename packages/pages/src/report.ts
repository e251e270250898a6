import { contactNote, type Markup, markup } from '@namecard/look';
import { isUsername, seenName } from '@namecard/router';
import { type Failure, FormRefused, refusedFields, unless } from './failure.ts';
import {
  choiceField,
  emailField,
  formOf,
  lineField,
  pageField,
  textField,
} from './fields.ts';
import type { Page } from './page.ts';
import { pathOfReport } from './paths.ts';
import { type Posted, textOf } from './posted.ts';
import type { ReportReason } from './api.ts';
import { messagePage } from './message-page.ts';
import { signInForm } from './sign-in-pages.ts';
import { callerAs, memberOf, type Pages, type Visit } from './visit.ts';

type Asked = {
  title: string;
  action: string;
  /** The field for the name, if it is typed. */
  name?: Markup;
};

/** For people without an account. A member is known. */
function signatureFields({ texts }: Visit, posted: Posted, failure?: Failure): Markup {
  const { report } = texts;
  const name = {
    name: 'name',
    label: report.name,
    value: textOf(posted, 'name'),
    autocomplete: 'name',
    isName: true,
  };
  const email = {
    name: 'email',
    label: report.email,
    hint: report.emailHint,
    value: textOf(posted, 'email'),
  };
  return markup`${lineField(name, failure)}${emailField(email, failure)}${pageField()}`;
}

function formPage(
  visit: Visit,
  { title, action, name }: Asked,
  posted: Posted,
  failure?: Failure,
): Page {
  const { texts } = visit;
  const { report } = texts;
  const reason = choiceField(
    {
      name: 'reason',
      label: report.reason,
      value: textOf(posted, 'reason'),
      choices: report.reasons,
    },
    failure,
  );
  const details = textField(
    { name: 'text', label: report.details, value: textOf(posted, 'text') },
    failure,
  );
  const signature =
    visit.token === undefined ? signatureFields(visit, posted, failure) : '';
  const fields = markup`${name ?? ''}${reason}${details}${signature}
<p class="field note">${report.faith}</p>`;
  // Perhaps refused for what others sent: the page says who helps.
  const helps =
    visit.token === undefined && failure?.retryAfter !== undefined
      ? markup`${signInForm(visit, { to: action, kept: posted })}${contactNote(visit.product, visit.language)}`
      : '';
  return {
    title,
    main: markup`<p class="lead">${report.text}</p>
${helps}
${formOf({ action, fields, button: report.send })}`,
  };
}

/** Takes a typed name. Reads no card. */
function typedPage(visit: Visit, posted: Posted, failure?: Failure): Page {
  const { report, cards } = visit.texts;
  const value = textOf(posted, 'username');
  const name = lineField(
    { name: 'username', label: cards.username, value, required: true },
    failure,
  );
  return formPage(
    visit,
    { title: report.anyTitle, action: '/report', name },
    posted,
    failure,
  );
}

/**
 * The card's name, as its owner spells it. Undefined for people without an account who
 * can't read the card: they don't learn whether there is one.
 */
async function shownName(
  { api, token, publicProfiles }: Visit,
  username: string,
): Promise<string | undefined> {
  if (token === undefined && !publicProfiles) return undefined;
  const read = api.profiles.read({ username });
  const answer = await (token === undefined ? unless('PROFILE_NOT_FOUND', read) : read);
  return answer?.data.profile.username;
}

/** Shows only the card's name: the owner's words could hurt the reader. */
async function reportPage(
  visit: Visit,
  name: string,
  posted: Posted,
  failure?: Failure,
): Promise<Page> {
  const shown = await shownName(visit, name);
  if (shown === undefined) {
    return typedPage(visit, { ...posted, username: name }, failure);
  }
  const title = visit.texts.report.title(shown);
  return formPage(visit, { title, action: pathOfReport(shown) }, posted, failure);
}

/** @param username whose card it is; an empty one is refused too */
function checkedReason(posted: Posted, username: string, { texts }: Visit): ReportReason {
  const chosen = textOf(posted, 'reason');
  const isReason = (text: string): text is ReportReason =>
    Object.hasOwn(texts.report.reasons, text);
  if (username !== '' && isReason(chosen)) return chosen;
  const { fields } = texts.problems;
  const wrong = {
    ...(username === '' && { username: fields.username }),
    ...(!isReason(chosen) && { reason: fields.reason }),
  };
  throw refusedFields(wrong, texts);
}

/** Drops an ended session, so that the report needs no sign-in. */
async function withoutEndedSession(visit: Visit): Promise<Visit> {
  const { token, cookies, reply, request } = visit;
  if (token === undefined || (await memberOf(visit)) !== undefined) return visit;
  cookies.session.clear(reply);
  return { ...visit, token: undefined, api: callerAs(visit, request, undefined) };
}

async function take(visit: Visit, posted: Posted, username: string) {
  const reason = checkedReason(posted, username, visit);
  const given = (field: string) => textOf(posted, field) || null;
  const report = { username, reason, text: given('text'), name: given('name') };
  const sent = visit.api.profiles.report({ ...report, email: given('email') });
  // If the session has ended, the member can send the report without an account.
  if ((await unless('TOKEN_INVALID', sent)) === undefined) {
    const { signIn, problems } = visit.texts;
    throw new FormRefused({
      status: 401,
      message: `${signIn.lost} ${problems.signedOut}`,
    });
  }
  return { to: '/reported' };
}

export const reportPages: Pages = {
  '/report': {
    fields: ['username', 'reason', 'text', 'name', 'email'],
    isFinal: true,
    isKept: true,
    take: (visit, posted) => take(visit, posted, seenName(textOf(posted, 'username'))),
    show: async (visit, posted = {}, failure) =>
      typedPage(await withoutEndedSession(visit), posted, failure),
  },

  '/report/:name': {
    fields: ['reason', 'text', 'name', 'email'],
    isFinal: true,
    isKept: true,
    read: async (visit, { name }) => {
      // A link can't make the page show just any text.
      if (!isUsername(name)) return { to: '/report' };
      return reportPage(await withoutEndedSession(visit), name, {});
    },
    take: (visit, posted, { name }) => take(visit, posted, name),
    show: async (visit, posted = {}, failure, { name }) =>
      reportPage(await withoutEndedSession(visit), name, posted, failure),
  },

  // Says nothing of the card: who typed its name may not learn whether there is one.
  '/reported': (visit) => {
    const { sentTitle, sent } = visit.texts.report;
    return messagePage(visit, sentTitle, sent);
  },
};

import { contactNote, type Markup, markup } from '@namecard/look';
import type { FastifyInstance } from 'fastify';
import { type Failure, failureOf, refusedField, signedOut } from './failure.ts';
import { choiceField, formOf, lineField, textField } from './fields.ts';
import type { Page } from './page.ts';
import { pathOfReport } from './paths.ts';
import { type Posted, textOf } from './posted.ts';
import type { ReportReason } from './report-reason.ts';
import { mountForm, mountRead } from './mount.ts';
import { type Api, callerAs, memberOf, type Site, type Visit } from './visit.ts';

/** Everybody may report. But only who may read cards learns whether there is one. */
const mayRead = ({ token, publicProfiles }: Visit): boolean =>
  token !== undefined || publicProfiles;

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
    autocomplete: 'email',
    inputmode: 'email',
  } as const;
  return markup`${lineField(name, failure)}${lineField(email, failure)}`;
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
<p class="note">${report.faith}</p>`;
  // Refused for what others sent: the page says who helps.
  const helps =
    failure?.reason === 'REPORTS_FULL'
      ? markup`<p class="note"><a href="/sign-in">${texts.signIn.title}</a></p>${contactNote(visit.product, visit.language)}`
      : '';
  return {
    title,
    main: markup`<h1><bdi>${title}</bdi></h1>
<p class="lead">${report.text}</p>
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

/** Shows only the card's name: the owner's words could hurt the reader. */
async function reportPage(
  visit: Visit,
  name: string,
  posted: Posted,
  failure?: Failure,
): Promise<Page> {
  if (!mayRead(visit)) return typedPage(visit, { ...posted, username: name }, failure);
  const { data } = await visit.api.profiles.read({ username: name });
  const { username } = data.profile;
  const title = visit.texts.report.title(username);
  return formPage(visit, { title, action: pathOfReport(username) }, posted, failure);
}

function reasonOf(posted: Posted, { texts }: Visit): ReportReason {
  const chosen = textOf(posted, 'reason');
  const isReason = (text: string): text is ReportReason =>
    Object.hasOwn(texts.report.reasons, text);
  if (isReason(chosen)) return chosen;
  throw refusedField('reason', texts);
}

type Report = Parameters<Api['profiles']['report']>[0];

/** If the session has ended, the member can send the report without an account. */
async function send({ api, texts }: Visit, report: Report): Promise<void> {
  try {
    await api.profiles.report(report);
  } catch (error) {
    const isOver = failureOf(error, texts).reason === 'TOKEN_INVALID';
    throw isOver ? signedOut(texts) : error;
  }
}

/** Drops an ended session, so that the report needs no sign-in. */
async function withoutEndedSession(visit: Visit): Promise<Visit> {
  const { token, cookies, reply, request } = visit;
  if (token === undefined || (await memberOf(visit)) !== undefined) return visit;
  cookies.session.clear(reply);
  return { ...visit, token: undefined, api: callerAs(visit, request, undefined) };
}

async function take(visit: Visit, posted: Posted, username: string) {
  const reason = reasonOf(posted, visit);
  const text = textOf(posted, 'text') || null;
  const [name, email] = [textOf(posted, 'name'), textOf(posted, 'email')];
  await send(visit, { username, reason, text, name: name || null, email: email || null });
  return { to: '/reported' };
}

export function mountReport(app: FastifyInstance, site: Site): void {
  mountRead(app, site, '/report', async (visit) =>
    typedPage(await withoutEndedSession(visit), {}),
  );

  mountForm(app, site, '/report', {
    fields: ['username', 'reason', 'text', 'name', 'email'],
    take: async (visit, posted) => {
      const username = textOf(posted, 'username').trim();
      if (username === '') throw refusedField('username', visit.texts);
      return take(visit, posted, username);
    },
    show: async (visit, posted = {}, failure) =>
      typedPage(await withoutEndedSession(visit), posted, failure),
  });

  mountRead(app, site, '/report/:name', async (visit, { name }) =>
    reportPage(await withoutEndedSession(visit), name, {}),
  );

  mountForm(app, site, '/report/:name', {
    fields: ['reason', 'text', 'name', 'email'],
    take: (visit, posted, { name }) => take(visit, posted, name),
    show: async (visit, posted = {}, failure, { name }) =>
      reportPage(await withoutEndedSession(visit), name, posted, failure),
  });

  mountRead(app, site, '/reported', (visit) => {
    const { report } = visit.texts;
    const said = mayRead(visit) ? report.sent : report.sentUnseen;
    return {
      title: report.sentTitle,
      main: markup`<h1>${report.sentTitle}</h1><p class="lead">${said}</p>`,
    };
  });
}

import { contactNote, markup } from '@namecard/look';
import type { FastifyInstance } from 'fastify';
import { type Failure, failureOf, refusedField, signedOut } from './failure.ts';
import { choiceField, formOf, textField } from './fields.ts';
import type { Page } from './page.ts';
import { pathOfReport } from './paths.ts';
import { type Posted, textOf } from './posted.ts';
import type { ReportReason } from './report-reason.ts';
import { mountForm, mountRead } from './mount.ts';
import { type Api, callerAs, memberOf, type Site, type Visit } from './visit.ts';

/** Shows only the card's name: the owner's words could hurt the reader. */
async function reportPage(
  visit: Visit,
  name: string,
  posted: Posted,
  failure?: Failure,
): Promise<Page> {
  const { texts } = visit;
  const { report } = texts;
  const { data } = await visit.api.profiles.read({ username: name });
  const { username } = data.profile;
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
  const title = report.title(username);
  const action = pathOfReport(username);
  const fields = markup`${reason}${details}`;
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

function reasonOf(posted: Posted, { texts }: Visit): ReportReason {
  const chosen = textOf(posted, 'reason');
  const isReason = (text: string): text is ReportReason =>
    Object.hasOwn(texts.report.reasons, text);
  if (isReason(chosen)) return chosen;
  throw refusedField('reason', texts);
}

type Report = Parameters<Api['profiles']['report']>[0];

/** If the session has ended, the member can send the report without an account. */
async function send(
  { api, texts, publicProfiles }: Visit,
  report: Report,
): Promise<void> {
  try {
    await api.profiles.report(report);
  } catch (error) {
    const isOver = failureOf(error, texts).reason === 'TOKEN_INVALID';
    throw isOver && publicProfiles ? signedOut(texts) : error;
  }
}

/** Drops an ended session if cards are public, so that the report needs no sign-in. */
async function withoutEndedSession(visit: Visit): Promise<Visit> {
  const { token, publicProfiles, cookies, reply, request } = visit;
  if (token === undefined || !publicProfiles) return visit;
  if ((await memberOf(visit)) !== undefined) return visit;
  cookies.session.clear(reply);
  return { ...visit, token: undefined, api: callerAs(visit, request, undefined) };
}

export function mountReport(app: FastifyInstance, site: Site): void {
  mountRead(app, site, '/report/:name', async (visit, { name }) =>
    reportPage(await withoutEndedSession(visit), name, {}),
  );

  mountForm(app, site, '/report/:name', {
    fields: ['reason', 'text'],
    take: async (visit, posted, { name }) => {
      const reason = reasonOf(posted, visit);
      const text = textOf(posted, 'text') || null;
      await send(visit, { username: name, reason, text });
      return { to: '/reported' };
    },
    show: async (visit, posted = {}, failure, { name }) =>
      reportPage(await withoutEndedSession(visit), name, posted, failure),
  });

  mountRead(app, site, '/reported', ({ texts: { report } }) => ({
    title: report.sentTitle,
    main: markup`<h1>${report.sentTitle}</h1><p class="lead">${report.sent}</p>`,
  }));
}

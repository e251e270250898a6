import { markup } from '@namecard/look';
import type { FastifyReply } from 'fastify';
import { type Failure, failureOf } from './failure.ts';
import { formOf, hiddenField } from './fields.ts';
import { documentOf, type Page } from './page.ts';
import { type Posted, textOf } from './posted.ts';
import { problemPage } from './message-page.ts';
import { pathOf, queryOf } from './query.ts';
import { addressPage } from './sign-in-pages.ts';
import type { Answer, Form, Named, Visit } from './visit.ts';

const html = 'text/html; charset=utf-8';

/** What the form before this page did, such as `?saved`. */
function doneBefore({ request, texts }: Visit): string | undefined {
  const all = Object.entries(texts.form.done);
  return all.find(([name]) => queryOf(request, name) !== undefined)?.[1];
}

/** Sets the status and renders the page. */
export function render(visit: Visit, page: Page): string {
  const { status = page.failure?.status ?? 200 } = page;
  const { reply, request, cookies, token, member, sessionDays } = visit;
  const isRefused = status >= 400;
  void reply.code(status).type(html);
  if (token !== undefined && member !== undefined && !isRefused) {
    cookies.member.write(reply, member, sessionDays);
  }
  const path = pathOf(request);
  const done = isRefused ? undefined : doneBefore(visit);
  const isForm = request.method === 'POST';
  const shown = isForm || done !== undefined ? path : request.url;
  const again = page.typed?.to ?? shown;
  // The address of an error page may have a stranger's words in it.
  const isNowhere = isRefused && !isForm;
  return documentOf(page, { ...visit, path, again: isNowhere ? '/' : again, done });
}

/** Renders the page below the failure's message, unless the page has its own. */
export function renderFailure(visit: Visit, failure: Failure, page: Page): string {
  if (failure.retryAfter !== undefined) {
    void visit.reply.header('retry-after', String(failure.retryAfter));
  }
  return render(visit, { failure, ...page, status: failure.status });
}

export function sendAnswer(visit: Visit, answer: Answer): string | FastifyReply {
  const { reply } = visit;
  if ('to' in answer) return reply.redirect(answer.to, 303);
  if (!('file' in answer)) return render(answer.visit ?? visit, answer);
  void reply
    .type(`${answer.type}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${answer.file}"`);
  return answer.text;
}

/** For people without a session, or whose session has ended. */
function sendToSignIn(
  { reply, cookies, token }: Visit,
  hadMember: boolean,
): FastifyReply {
  if (token === undefined && !hadMember) return reply.redirect('/sign-in', 303);
  cookies.session.clear(reply);
  return reply.redirect('/sign-in?why=lost', 303);
}

/**
 * The sign-in, for pages that need one from the last hour. The session lives, so its
 * member may see the address.
 * @param to the path after the sign-in
 */
export async function freshSignIn(
  visit: Visit,
  to = pathOf(visit.request),
): Promise<Page> {
  const { api, texts } = visit;
  const { user } = (await api.users.me()).data;
  const page = addressPage(visit, {
    address: user.email,
    said: texts.signIn.fresh,
    onward: { to },
  });
  return { ...page, status: 403 };
}

/** The sign-in, after which the member gets the form back as it was typed. */
function renderKeepingSignIn(visit: Visit, member: string, posted: Posted): string {
  const { texts, cookies, reply, request } = visit;
  cookies.session.clear(reply);
  const page = addressPage(visit, {
    said: `${texts.signIn.lost} ${texts.signIn.kept}`,
    onward: { to: pathOf(request), kept: { ...posted, member } },
  });
  return render({ ...visit, token: undefined }, { ...page, status: 401 });
}

/** A form that was sent, if the request was one. */
type Sent = { form: Form; posted: Posted; route: Named };

/** The form; a button that sends it again, if what its page shows can't be read now. */
async function refusedForm(
  visit: Visit,
  failure: Failure,
  { form, posted, route }: Sent,
): Promise<Page> {
  try {
    return await form.show(visit, posted, failure, route);
  } catch (error) {
    if (failure.status < 500 && failure.status !== 429) throw error;
    const page = problemPage(visit, failure);
    const again = formOf({
      action: pathOf(visit.request),
      fields: markup`${Object.entries(posted).map((field) => hiddenField(...field))}`,
      button: visit.texts.problems.again,
    });
    return { ...page, main: markup`${page.main}${again}` };
  }
}

/**
 * Answers a failed request with the sign-in, the form or a page of its own. Throws
 * errors that the router does not know.
 */
export async function sendRefusal(
  visit: Visit,
  error: unknown,
  sent?: Sent,
): Promise<string | FastifyReply> {
  const { texts } = visit;
  // Another tab may have cleared the cookie that names the member.
  const member = sent && (textOf(sent.posted, 'member') || visit.member);
  const failure = failureOf(error, texts, sent?.form.fields);
  if (failure.reason === 'FRESH_SIGN_IN_REQUIRED') {
    return render(visit, await freshSignIn(visit));
  }
  if (failure.reason === 'TOKEN_INVALID') {
    return sent?.form.isKept && member !== undefined
      ? renderKeepingSignIn(visit, member, sent.posted)
      : sendToSignIn(visit, member !== undefined);
  }
  const page =
    sent === undefined
      ? problemPage(visit, failure)
      : await refusedForm(visit, failure, sent);
  if (!sent?.form.isKept) return renderFailure(visit, failure, page);
  const typed = { to: pathOf(visit.request), kept: sent.posted };
  return renderFailure(visit, failure, { ...page, typed: page.typed ?? typed });
}

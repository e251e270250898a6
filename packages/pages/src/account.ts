import { type Markup, markup } from '@namecard/look';
import type { FastifyInstance } from 'fastify';
import { type Failure, failureOf } from './failure.ts';
import { formOf, lineField } from './fields.ts';
import { type Page, said, saidOf, titled } from './page.ts';
import { type Posted, textOf } from './posted.ts';
import { type Api, mountForm, mountRead, type Site, type Visit } from './site.ts';

type Session = Awaited<ReturnType<Api['auth']['sessions']>>['data']['sessions'][number];

function sessionItem(session: Session, { texts: { account } }: Visit): Markup {
  const device = account.device(session.browser, session.system);
  const end = formOf({
    action: `/me/account/sessions/${session.id}`,
    button: account.end,
    label: account.endOf(device),
    kind: 'quiet',
  });
  return markup`<li class="row"><div>${device}<p class="note">${account.lastUsed(session.lastUsedAt)}</p></div>
${session.current ? markup`<strong>${account.thisOne}</strong>` : end}</li>`;
}

/** A form's fields that came, and what was wrong with them. */
type Typed = { posted?: Posted; failure?: Failure };

async function accountPage(visit: Visit, { posted, failure }: Typed): Promise<Page> {
  const { api, texts, request } = visit;
  const { account } = texts;
  const me = await api.users.me();
  const { user } = me.data;
  const { data } = await api.auth.sessions();
  const username = lineField(
    {
      name: 'username',
      label: account.username,
      hint: account.usernameHint,
      value: posted ? textOf(posted, 'username') : (user.username ?? ''),
      autocomplete: 'username',
    },
    failure,
  );
  const { query } = request;
  const isSaved = typeof query === 'object' && query !== null && 'saved' in query;
  const others = formOf({
    action: '/me/account/sessions',
    button: account.endOthers,
    kind: 'quiet',
  });
  return {
    title: titled(account.title, failure, texts),
    isMembers: true,
    main: markup`${saidOf(failure)}${isSaved && !failure ? said(account.saved) : ''}
<h1>${account.title}</h1>
<p class="lead">${account.signedInAs(user.email)}</p>
${formOf({ action: '/me/account', fields: username, button: account.save })}
<h2>${account.sessions}</h2>
<ul>${data.sessions.map((session) => sessionItem(session, visit))}</ul>
<div class="actions">${data.sessions.length > 1 ? others : ''}
${formOf({ action: '/sign-out', button: account.signOut, kind: 'quiet' })}</div>`,
  };
}

/** Ends one session of the member's own. One that has ended already is as it should be. */
async function endSession({ api, texts }: Visit, id: string): Promise<void> {
  try {
    await api.auth.revokeSession({ id });
  } catch (error) {
    if (failureOf(error, texts).reason !== 'SESSION_NOT_FOUND') throw error;
  }
}

/** A member's name, where they are signed in, and the way out. */
export function mountAccount(app: FastifyInstance, site: Site): void {
  const again = (visit: Visit, _posted: Posted, failure: Failure) =>
    accountPage(visit, { failure });

  mountRead(app, site, '/me/account', (visit) => accountPage(visit, {}));

  mountForm(app, site, '/me/account', {
    fields: ['username'],
    take: async ({ api }, posted) => {
      await api.users.updateMe({ username: textOf(posted, 'username') || null });
      return { to: '/me/account?saved' };
    },
    show: (visit, posted, failure) => accountPage(visit, { posted, failure }),
  });

  mountForm(app, site, '/me/account/sessions', {
    take: async ({ api }) => {
      await api.auth.revokeOtherSessions();
      return { to: '/me/account' };
    },
    show: again,
  });

  mountForm(app, site, '/me/account/sessions/:name', {
    take: async (visit, _posted, { name }) => {
      await endSession(visit, name);
      return { to: '/me/account' };
    },
    show: again,
  });

  mountForm(app, site, '/sign-out', {
    take: async ({ api, cookies, reply }) => {
      await api.auth.signOut();
      cookies.session.clear(reply);
      return { to: '/' };
    },
    show: again,
  });
}

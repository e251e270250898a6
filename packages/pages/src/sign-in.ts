import { markup } from '@namecard/look';
import type { FastifyInstance } from 'fastify';
import type { Failure } from './failure.ts';
import { formOf, hiddenField, lineField } from './fields.ts';
import { type Page, said, saidOf, titled } from './page.ts';
import { textOf } from './posted.ts';
import { mountForm, mountRead, type Site, type Visit } from './site.ts';
import { suspendedPage } from './suspended.ts';

/** Why somebody is sent here, as the address says it. */
const isAmong = (why: unknown): why is 'lost' | 'fresh' =>
  why === 'lost' || why === 'fresh';

function whyOf({ request, texts }: Visit): string | undefined {
  const { query } = request;
  if (typeof query !== 'object' || query === null || !('why' in query)) return undefined;
  return isAmong(query.why) ? texts.signIn[query.why] : undefined;
}

function addressPage(visit: Visit, address: string, failure?: Failure): Page {
  const { texts } = visit;
  const { signIn } = texts;
  const why = failure === undefined ? whyOf(visit) : undefined;
  const fields = lineField(
    {
      name: 'email',
      label: signIn.email,
      value: address,
      autocomplete: 'email',
      inputmode: 'email',
      required: true,
    },
    failure,
  );
  return {
    title: titled(signIn.title, failure, texts),
    main: markup`${saidOf(failure)}${why === undefined ? '' : said(why)}
<h1>${signIn.title}</h1>
<p class="lead">${signIn.text}</p>
${formOf({ action: '/sign-in', fields, button: signIn.send })}`,
  };
}

function codePage(visit: Visit, address: string, code: string, failure?: Failure): Page {
  const { texts, signUpsAreOpen } = visit;
  const { signIn } = texts;
  const fields = lineField(
    {
      name: 'code',
      label: signIn.code,
      hint: signIn.codeHint,
      value: code,
      autocomplete: 'one-time-code',
      required: true,
    },
    failure,
  );
  const again = formOf({
    action: '/sign-in',
    fields: hiddenField('email', address),
    button: signIn.again,
    kind: 'quiet',
  });
  return {
    title: titled(signIn.codeTitle, failure, texts),
    main: markup`${saidOf(failure)}
<h1>${signIn.codeTitle}</h1>
<p class="lead">${signIn.sentTo(address)}</p>
${signUpsAreOpen ? '' : markup`<p class="note">${signIn.notOpen}</p>`}
${formOf({ action: '/sign-in/code', fields, button: signIn.verify })}
<div class="actions">${again}<a href="/sign-in">${signIn.otherAddress}</a></div>`,
  };
}

/** Ends the session that a new sign-in takes the place of. The new one holds even where that fails. */
async function endFormer({ api, token }: Visit): Promise<void> {
  if (token === undefined) return;
  await api.auth.signOut().catch(() => undefined);
}

/** Signing in: an address, then the code that was mailed to it. Each sign-in begins a session of its own. */
export function mountSignIn(app: FastifyInstance, site: Site): void {
  mountRead(app, site, '/sign-in', (visit) =>
    addressPage(visit, site.cookies.address.read(visit.request) ?? ''),
  );

  mountForm(app, site, '/sign-in', {
    fields: ['email'],
    take: async ({ api, reply }, posted) => {
      const email = textOf(posted, 'email').trim();
      await api.auth.sendCode({ email });
      site.cookies.address.write(reply, email);
      return { to: '/sign-in/code' };
    },
    show: (visit, posted, failure) =>
      addressPage(visit, textOf(posted, 'email'), failure),
  });

  mountRead(app, site, '/sign-in/code', (visit) => {
    const address = site.cookies.address.read(visit.request);
    return address === undefined ? { to: '/sign-in' } : codePage(visit, address, '');
  });

  mountForm(app, site, '/sign-in/code', {
    fields: ['code'],
    take: async (visit, posted) => {
      const email = site.cookies.address.read(visit.request);
      if (email === undefined) return { to: '/sign-in' };
      const { data } = await visit.api.auth.verifyCode({
        email,
        otp: textOf(posted, 'code'),
      });
      await endFormer(visit);
      site.cookies.session.write(visit.reply, data.token);
      site.cookies.address.clear(visit.reply);
      return { to: '/me' };
    },
    show: (visit, posted, failure) => {
      const address = site.cookies.address.read(visit.request);
      if (address === undefined) return addressPage(visit, '', failure);
      if (failure.reason === 'ACCOUNT_SUSPENDED') {
        return suspendedPage(
          visit,
          { address, ticket: failure.ticket ?? '', text: '' },
          failure,
        );
      }
      return codePage(visit, address, textOf(posted, 'code'), failure);
    },
  });
}

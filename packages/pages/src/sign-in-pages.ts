import { type Markup, markup, operatorLinks } from '@namecard/look';
import type { Failure } from './failure.ts';
import { codeField, emailField, formOf, hiddenField, pageField } from './fields.ts';
import { carriedOn, type Onward, onwardField } from './onward.ts';
import type { Page } from './page.ts';
import type { Texts } from './texts/texts.ts';
import type { Visit } from './visit.ts';

/**
 * Where mails are if none is sent. It never links to the mailbox: the address is a
 * secret, because the mailbox has everybody's codes.
 */
const mailboxHint = ({ signIn }: Texts): Markup =>
  markup`<p class="note">${signIn.mailbox} <code>DATA_DIR/mailbox-url</code></p>`;

type Carried = {
  /** What the sign-in leads to. */
  onward?: Onward | undefined;
  failure?: Failure | undefined;
};

type Asking = Carried & {
  address?: string;
  /** Why a sign-in is needed again. Then they know how it goes. */
  said?: string | undefined;
  /** Whether the browser may not keep cookies. */
  isTrial?: boolean;
};

/** Asks for the address, on the first page and on a page of its own. */
export function addressForm(
  { texts, product, language, signUps }: Visit,
  { address = '', said, failure, onward, isTrial = false }: Asking = {},
): Markup {
  const { signIn, move } = texts;
  const trial = isTrial ? hiddenField('trial', 'yes') : '';
  const email = emailField(
    { name: 'email', label: signIn.email, value: address, required: true },
    failure,
  );
  const newHere = signUps === 'open' && said === undefined ? `${signIn.newHere} ` : '';
  const read = operatorLinks(product, language, ['privacy', 'terms']);
  return markup`${said === undefined ? markup`<p class="lead">${signIn.text}</p>` : ''}
${formOf({ action: '/sign-in', fields: markup`${email}<p class="field note">${newHere}${read}</p>${trial}${onwardField(onward)}`, button: signIn.send })}
<p class="actions note"><a href="/sign-in/new-address">${move.prove.title}</a>
<a href="/sign-in/old-address">${move.undo.title}</a></p>`;
}

/** A button to the first page of the sign-in: it sends one field. */
function toAddressPage(
  button: string,
  field: readonly [name: string, value: string],
  onward: Onward | undefined,
): Markup {
  const fields = markup`${hiddenField(...field)}${onwardField(onward)}`;
  return formOf({ action: '/sign-in', fields, button, kind: 'quiet' });
}

const toOtherAddress = ['other', 'yes'] as const;

/** Leads to the first page of the sign-in, with what was typed here. */
export const signInForm = ({ texts }: Visit, onward: Onward): Markup =>
  toAddressPage(texts.signIn.title, toOtherAddress, onward);

export function addressPage(visit: Visit, asking: Asking): Page {
  const { title } = visit.texts.signIn;
  return {
    title,
    said: asking.said,
    main: addressForm(visit, asking),
    typed: carriedOn('/sign-in', asking.onward, { email: asking.address ?? '' }),
  };
}

/** The form carries its address: another tab may have asked for another one's code. */
export function codePage(
  { texts, signUps, showsMailbox }: Visit,
  {
    address,
    code,
    failure,
    onward,
    said,
  }: Carried & { address: string; code: string; said?: string },
): Page {
  const { signIn } = texts;
  const hint = failure?.reason === 'CODE_INVALID' ? signIn.tryLong : signIn.codeHint;
  const field = codeField(
    { name: 'code', label: signIn.code, hint, value: code },
    failure,
  );
  const carried = markup`${hiddenField('address', address)}${pageField()}`;
  return {
    title: signIn.codeTitle,
    said,
    typed: carriedOn('/sign-in/code', onward, { address, code }),
    main: markup`<p class="lead">${signIn.sentTo(address)}</p>
${signUps === 'open' ? '' : markup`<p class="note">${signIn.notOpen}</p>`}
${showsMailbox ? mailboxHint(texts) : ''}
${formOf({ action: '/sign-in/code', fields: markup`${field}${carried}${onwardField(onward)}`, button: signIn.title })}
<div class="actions">${toAddressPage(signIn.again, ['email', address], onward)}${toAddressPage(signIn.otherAddress, toOtherAddress, onward)}</div>
<p class="actions">${
      failure?.reason === 'ADDRESS_HELD'
        ? markup`<a href="/sign-in/old-address">${texts.move.undo.title}</a>`
        : markup`<a href="/sign-in/not-me">${texts.move.never.title}</a>`
    }</p>`,
  };
}

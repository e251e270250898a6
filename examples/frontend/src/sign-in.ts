import { onSubmit, typed } from './form.ts';
import { namecard } from './namecard.ts';
import { find, showOnly } from './page.ts';

const emailForm = find('email-form', HTMLFormElement);
const codeForm = find('code-form', HTMLFormElement);
const emailField = find('email', HTMLInputElement);
const codeField = find('otp', HTMLInputElement);
const notice = find('sign-in-notice', HTMLElement);

/** Begins with the address again. */
export function askForEmail(why = ''): void {
  notice.textContent = why;
  codeForm.reset();
  showOnly(emailForm, codeForm);
  emailField.focus();
}

function askForCode(email: string): void {
  notice.textContent = '';
  find('code-email', HTMLElement).textContent = email;
  showOnly(codeForm, emailForm);
  codeField.focus();
}

/** Two steps: an address, and the code that is mailed to it. */
export function prepareSignIn(onSignedIn: () => Promise<void>): void {
  let email = '';
  onSubmit(emailForm, async (data) => {
    email = typed(data, 'email');
    await namecard.sendCode({ email });
    askForCode(email);
  });
  onSubmit(codeForm, async (data) => {
    await namecard.verifyCode({ email, otp: typed(data, 'otp') });
    await onSignedIn();
  });
  find('other-email', HTMLButtonElement).addEventListener('click', () => askForEmail());
}

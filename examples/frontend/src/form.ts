import { NamecardError, type Issue } from '@namecard/client';
import { explain } from './namecard.ts';
import { make } from './page.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** What was typed into the field of that name. */
export function typed(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}

/** The field that an issue is about: they are named as the service names values, such as `socials.x`. */
function fieldOf(form: HTMLFormElement, { path }: Issue): Field | undefined {
  const field = form.elements.namedItem(path.join('.'));
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    ? field
    : undefined;
}

function clearError(form: HTMLFormElement): void {
  form.querySelectorAll('.issue').forEach((issue) => issue.remove());
  form.querySelectorAll('[aria-invalid]').forEach((field) => {
    field.removeAttribute('aria-invalid');
    field.removeAttribute('aria-describedby');
  });
  form.querySelector('.error')?.replaceChildren();
}

function showIssue(field: Field, { message }: Issue): void {
  const text = make('p', 'issue', message);
  text.id = `${field.id}-issue`;
  field.after(text);
  field.setAttribute('aria-invalid', 'true');
  field.setAttribute('aria-describedby', text.id);
}

/** Says at the fields what is wrong with them, and below them what is wrong otherwise. */
function showError(form: HTMLFormElement, error: NamecardError): void {
  const blamed = error.issues.flatMap((issue) => {
    const field = fieldOf(form, issue);
    return field ? [{ field, issue }] : [];
  });
  blamed.forEach(({ field, issue }) => showIssue(field, issue));
  blamed[0]?.field.focus();
  if (blamed.length === 0) {
    form.querySelector('.error')?.replaceChildren(explain(error));
  }
}

/** Does the work when the form is submitted, once at a time, and shows in the form why the service rejected it. */
export function onSubmit(form: HTMLFormElement, work: (data: FormData) => Promise<void>): void {
  const submit = async () => {
    if (form.ariaBusy === 'true') {
      return;
    }
    form.ariaBusy = 'true';
    clearError(form);
    try {
      await work(new FormData(form));
    } catch (error) {
      if (!(error instanceof NamecardError)) {
        throw error;
      }
      showError(form, error);
    } finally {
      form.ariaBusy = 'false';
    }
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void submit();
  });
}

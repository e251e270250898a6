import { NamecardError, type Issue } from '@namecard/client';
import { createContext, use, useEffect, useId, useRef, type ReactNode } from 'react';
import { explain } from './namecard.ts';

/** The service's issues with the form's values. */
const Issues = createContext<readonly Issue[]>([]);

export function typed(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}

type FormProps = {
  /** While it is pending, the form is not sent again. Its error is shown in the form. */
  mutation: { isPending: boolean; error: unknown };
  onSubmit: (data: FormData) => void;
  action: string;
  children: ReactNode;
  /** Below the button. */
  after?: ReactNode;
};

/** Shows issues at their fields, and other errors below. */
export function Form({ mutation, onSubmit, action, children, after }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { isPending, error } = mutation;
  const issues = error instanceof NamecardError ? error.issues : [];
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [error]);
  return (
    <form
      ref={form}
      noValidate
      aria-busy={isPending}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) {
          onSubmit(new FormData(event.currentTarget));
        }
      }}
    >
      <Issues value={issues}>{children}</Issues>
      <p className="error" role="alert">
        {error && issues.length === 0 ? explain(error) : null}
      </p>
      <button type="submit">{action}</button>
      {after}
    </form>
  );
}

type FieldProps = {
  /** The service's name for the value, such as `socials.x`. */
  name: string;
  label: ReactNode;
  type?: 'text' | 'url';
  inputMode?: 'email';
  /** If given, the field has several lines. */
  rows?: number;
  defaultValue?: string;
  placeholder?: string;
  autoComplete?: string;
  autoFocus?: boolean;
};

export function Field({ label, rows, ...given }: FieldProps) {
  const id = useId();
  const issue = use(Issues).find(({ path }) => path.join('.') === given.name);
  const blame = issue && { 'aria-invalid': true, 'aria-describedby': `${id}-issue` };
  const field = { id, spellCheck: rows !== undefined, ...given, ...blame };
  return (
    <>
      <label htmlFor={id}>{label}</label>
      {rows === undefined ? <input {...field} /> : <textarea rows={rows} {...field} />}
      {issue ? (
        <p id={`${id}-issue`} className="issue">
          {issue.message}
        </p>
      ) : null}
    </>
  );
}

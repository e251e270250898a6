import {
  createContext,
  use,
  useId,
  type InputHTMLAttributes,
  type ReactNode,
} from 'react';

type FieldAttributes = Pick<
  InputHTMLAttributes<HTMLElement>,
  'id' | 'aria-describedby' | 'aria-invalid'
>;

const FieldContext = createContext<FieldAttributes>({});

/** Attributes that connect a control to its label, hint and error. */
export const useFieldAttributes = () => use(FieldContext);

type FieldProps = {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** The ID of words elsewhere that belong to the field, too. */
  describedBy?: string;
  children: ReactNode;
};

/** A labelled control with a hint. An error replaces the hint. */
export function Field({ label, hint, error, describedBy, children }: FieldProps) {
  const control = useId();
  const words = useId();
  const own = (error ?? hint) === undefined ? undefined : words;
  const described = [describedBy, own].filter((id) => id !== undefined);
  const attributes = {
    id: control,
    'aria-invalid': error !== undefined,
    ...(described.length > 0 && { 'aria-describedby': described.join(' ') }),
  };
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={control} className="text-xs text-muted">
        {label}
      </label>
      <FieldContext value={attributes}>{children}</FieldContext>
      {error === undefined && hint !== undefined && (
        <p id={words} className="text-xs text-pretty text-muted">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={words} role="alert" className="text-xs text-pretty text-bad">
          {error}
        </p>
      )}
    </div>
  );
}

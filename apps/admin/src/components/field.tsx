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

/** What ties a control to the label and the words of its field. */
export const useFieldAttributes = () => use(FieldContext);

type FieldProps = {
  label: string;
  hint?: ReactNode;
  /** Read out when it appears. */
  error?: string | undefined;
  /** One `Input` or `Textarea`. */
  children: ReactNode;
};

/** A labelled control with a hint, or an error in its place. */
export function Field({ label, hint, error, children }: FieldProps) {
  const control = useId();
  const words = useId();
  const attributes = {
    id: control,
    'aria-invalid': error !== undefined,
    ...((error ?? hint) !== undefined && { 'aria-describedby': words }),
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

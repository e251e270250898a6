import { Field as BaseField } from '@base-ui/react/field';
import type { ReactNode } from 'react';

type FieldProps = {
  label: string;
  hint?: ReactNode;
  /** Read out when it appears. */
  error?: string | undefined;
  children: ReactNode;
};

/** A labelled control with a hint, or an error in its place. */
export function Field({ label, hint, error, children }: FieldProps) {
  return (
    <BaseField.Root invalid={error !== undefined} className="flex flex-col gap-1.5">
      <BaseField.Label className="text-[0.8125rem] font-medium text-soft">{label}</BaseField.Label>
      {children}
      {error === undefined && hint !== undefined && (
        <BaseField.Description className="text-[0.8125rem] text-pretty text-muted">
          {hint}
        </BaseField.Description>
      )}
      <BaseField.Error
        match={error !== undefined}
        role="alert"
        className="text-[0.8125rem] text-pretty text-bad"
      >
        {error}
      </BaseField.Error>
    </BaseField.Root>
  );
}

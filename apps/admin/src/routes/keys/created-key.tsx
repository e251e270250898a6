import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Alert } from '../../components/alert.tsx';
import { Button } from '../../components/button.tsx';
import { DialogActions, DialogBody } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Input } from '../../components/input.tsx';

type CreatedKeyProps = { token: string; onClose: () => void };

/** A key that was just made. Where the browser does not let it be copied by a button, it can be selected. */
export function CreatedKey({ token, onClose }: CreatedKeyProps) {
  const [outcome, setOutcome] = useState<'copied' | 'not copied'>();
  const copy = async () => {
    try {
      // Off https there is no clipboard at all.
      await navigator.clipboard.writeText(token);
      setOutcome('copied');
    } catch {
      setOutcome('not copied');
    }
  };
  const Icon = outcome === 'copied' ? Check : Copy;
  return (
    <>
      <DialogBody>
        <Alert tone="info">Copy it now: it is not kept, and can’t be shown again.</Alert>
        <Field
          label="Key"
          {...(outcome === 'not copied' && { error: 'Select it and copy it by hand.' })}
        >
          <Input
            readOnly
            value={token}
            onValueChange={() => {}}
            onFocus={({ target }) => target.select()}
            spellCheck={false}
          />
        </Field>
      </DialogBody>
      <DialogActions>
        <Button size="medium" onClick={onClose}>
          Done
        </Button>
        <Button size="medium" variant="solid" onClick={() => void copy()}>
          <Icon aria-hidden size={15} />
          <span aria-live="polite">
            {outcome === 'copied' ? 'Copied' : 'Copy the key'}
          </span>
        </Button>
      </DialogActions>
    </>
  );
}

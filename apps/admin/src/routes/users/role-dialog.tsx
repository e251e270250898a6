import { RadioGroup } from '@base-ui/react/radio-group';
import { useId, useState } from 'react';
import { Alert } from '../../components/alert.tsx';
import { Button } from '../../components/button.tsx';
import { Dialog, DialogActions, DialogBody } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { RadioCard } from '../../components/radio-card.tsx';
import { Textarea } from '../../components/textarea.tsx';
import { explain, failureOf } from '../../failure.ts';
import { useChangeRole } from './actions.ts';
import { roleNames, roles, type Role } from '../../who.ts';
import type { ManagedUser } from './vocabulary.ts';

const meanings: Readonly<Record<Role, string>> = {
  user: 'Their own profiles, and no way into this app',
  moderator: 'Hides and restores profiles',
  admin: 'Everything: users, roles, suspensions, mail',
};

type RoleChoiceProps = { value: Role; onValueChange: (role: Role) => void };

function RoleChoice({ value, onValueChange }: RoleChoiceProps) {
  const label = useId();
  return (
    <div>
      <p id={label} className="mb-1.5 text-[0.8125rem] font-medium text-soft">
        Role
      </p>
      <RadioGroup
        aria-labelledby={label}
        value={value}
        onValueChange={(next) => onValueChange(next)}
        className="grid gap-2"
      >
        {roles.map((role) => (
          <RadioCard key={role} value={role}>
            <span className="min-w-0">
              <span className="block text-sm font-medium text-ink">
                {roleNames[role]}
              </span>
              <span className="block text-[0.8125rem] text-muted">{meanings[role]}</span>
            </span>
          </RadioCard>
        ))}
      </RadioGroup>
    </div>
  );
}

type RoleFormProps = { user: ManagedUser; onClose: () => void };

function RoleForm({ user, onClose }: RoleFormProps) {
  // What is changed is the role that was seen, whatever becomes of it meanwhile.
  const [from] = useState(user.role);
  const [to, setTo] = useState(user.role);
  const [note, setNote] = useState('');
  const change = useChangeRole({ onDone: onClose });
  const isSame = to === from;
  return (
    <form
      className="contents"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSame && !change.isPending) {
          change.mutate({ id: user.id, from, to, note: note.trim() || null });
        }
      }}
    >
      <DialogBody>
        <RoleChoice value={to} onValueChange={setTo} />
        {user.isConfiguredAdmin && (
          <Alert tone="info">
            They stay an admin as long as their address is in the service’s settings.
          </Alert>
        )}
        <Field label="Private note (optional)" hint="In the history, for admins alone.">
          <Textarea value={note} onValueChange={setNote} maxLength={2_000} />
        </Field>
        {change.error && <Alert tone="bad">{explain(failureOf(change.error))}</Alert>}
      </DialogBody>
      <DialogActions>
        <Button size="medium" onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          size="medium"
          variant="solid"
          busy={change.isPending}
          disabled={isSame}
        >
          Change the role
        </Button>
      </DialogActions>
    </form>
  );
}

type RoleDialogProps = {
  user: ManagedUser;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

export function RoleDialog({ user, open, onOpenChange }: RoleDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={`Role of ${user.email}`}>
      <RoleForm user={user} onClose={() => onOpenChange(false)} />
    </Dialog>
  );
}

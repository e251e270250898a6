import type { DialogState } from '../../frame/use-asked.tsx';
import { useState } from 'react';
import { Alert } from '../../components/alert.tsx';
import { Field } from '../../components/field.tsx';
import { RadioCards } from '../../components/radio-cards.tsx';
import { Textarea } from '../../components/textarea.tsx';
import { DialogForm } from '../../frame/dialog-form.tsx';
import { reportDone } from '../../moderation/actions.ts';
import { useAct } from '../../moderation/use-act.ts';
import type { ManagedUser } from '../../moderation/users/vocabulary.ts';
import { trpc } from '../../trpc.ts';
import { roleNames, roles, type Role } from '../../who.ts';

const meanings: Readonly<Record<Role, string>> = {
  user: 'Their own profiles, no access to this app',
  moderator: 'Hides and restores profiles',
  admin: 'Everything: users, roles, suspensions, mail',
};

const choices = roles.map((value) => ({
  value,
  name: roleNames[value],
  meaning: meanings[value],
}));

const article = (word: string) => (/^[aeio]/.test(word) ? 'an' : 'a');

type RoleDialogProps = DialogState & { user: ManagedUser };

export function RoleDialog({ user, ...dialog }: RoleDialogProps) {
  const { role: from } = user;
  const [to, setTo] = useState(from);
  const [note, setNote] = useState('');
  const change = useAct(
    trpc.moderation.users.changeRole.mutationOptions({
      onSuccess: ({ data }, { to: role }) => {
        const title = `${data.user.email} is ${article(role)} ${role} now`;
        reportDone({ id: data.action, title });
      },
    }),
  );
  return (
    <DialogForm
      {...dialog}
      title={`Role of ${user.email}`}
      confirm="Change role"
      act={change}
      isIncomplete={to === from}
      onSubmit={() => change.mutate({ id: user.id, from, to, note: note.trim() || null })}
    >
      <RadioCards label="Role" choices={choices} value={to} onValueChange={setTo} />
      {user.isConfiguredAdmin && (
        <Alert tone="info">
          They stay an admin while ADMIN_EMAILS has their address.
        </Alert>
      )}
      <Field label="Private note" hint="For admins, in the history.">
        <Textarea value={note} onValueChange={setNote} maxLength={2_000} />
      </Field>
    </DialogForm>
  );
}

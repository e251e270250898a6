import { TextDialog } from '../../frame/text-dialog.tsx';
import { useAsked } from '../../frame/use-asked.ts';
import { useShortcut } from '../../keyboard.ts';
import { type NotesSubject, useAddNote } from './notes.tsx';

type About = { what: string; subject: NotesSubject };

/** `n` opens a dialog for a note to the team. Render `layer` once on the page. */
export function useNoting(group: string, about: About | undefined) {
  const { asked, ask, isOpen, close, times } = useAsked<About>();
  const adding = useAddNote();
  const start = () => {
    if (about) ask(about);
  };
  useShortcut({
    keys: 'n',
    label: 'Write a note for the team',
    group,
    when: about !== undefined,
    run: start,
  });
  const confirm = (text: string) => {
    if (!asked) return;
    adding.mutate({ text, ...asked.subject }, { onSuccess: close });
  };
  return {
    start,
    layer: (
      <TextDialog
        key={times}
        open={isOpen}
        onOpenChange={close}
        title={asked ? `Note on ${asked.what}` : ''}
        confirm="Save"
        label="Note"
        hint="For moderators and admins."
        maxLength={2_000}
        busy={adding.isPending}
        error={adding.error}
        onConfirm={confirm}
      />
    ),
  };
}

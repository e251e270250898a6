import { TextDialog } from '../../frame/text-dialog.tsx';
import { useAsked } from '../../frame/use-asked.tsx';
import { useShortcut } from '../../keyboard.ts';
import { type NotesSubject, useAddNote } from './notes.tsx';

type About = { what: string; subject: NotesSubject };

/** `n` opens a dialog for a note to the team. Render `layer` once on the page. */
export function useNoting(group: string, about: About | undefined) {
  const { ask, close, draw } = useAsked<About>();
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
  return {
    start,
    layer: draw(({ what, subject }, dialog) => (
      <TextDialog
        {...dialog}
        title={`Note on ${what}`}
        confirm="Save"
        label="Note for moderators and admins"
        maxLength={2_000}
        busy={adding.isPending}
        error={adding.error}
        onConfirm={(text) => adding.mutate({ text, ...subject }, { onSuccess: close })}
      />
    )),
  };
}

import { useMutation } from '@tanstack/react-query';
import { StickyNote } from 'lucide-react';
import { IconButton } from '../../components/icon-button.tsx';
import { TextDialog } from '../../frame/text-dialog.tsx';
import { type DialogState, useAsked } from '../../frame/use-asked.tsx';
import { useShortcut } from '../../keyboard.ts';
import { trpc } from '../../trpc.ts';
import { type NotesSubject, readNotesAgain } from './notes.tsx';

type About = { what: string; subject: NotesSubject };

function NoteDialog({ what, subject, ...dialog }: About & DialogState) {
  const adding = useMutation(
    trpc.moderation.desk.addNote.mutationOptions({
      onSuccess: () => void readNotesAgain(),
    }),
  );
  return (
    <TextDialog
      {...dialog}
      title={`Note on ${what}`}
      confirm="Save"
      label="Note for moderators and admins"
      maxLength={2_000}
      act={adding}
      onConfirm={(text) => adding.mutate({ text, ...subject })}
    />
  );
}

/** `n` opens a dialog for a note to the team. Render `layer` once on the page. */
export function useNoting(group: string, about: About | undefined) {
  const { ask, draw } = useAsked<About>();
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
    button: <IconButton icon={StickyNote} label="Note" keys="n" run={start} />,
    layer: draw((asked, dialog) => <NoteDialog {...asked} {...dialog} />),
  };
}

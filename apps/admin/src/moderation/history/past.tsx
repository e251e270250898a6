import { Notes, type NotesSubject } from '../desk/notes.tsx';
import { Timeline } from './timeline.tsx';

/** What the team wrote and did about a person, or about one card. */
export function Past({ subject }: { subject: NotesSubject }) {
  const { userId, profileId } = subject;
  return (
    <>
      <Notes subject={subject} />
      <Timeline
        key={profileId ?? userId}
        query={profileId === undefined ? { userId } : { profileId }}
      />
    </>
  );
}

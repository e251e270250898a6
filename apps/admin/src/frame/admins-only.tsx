import { LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';
import { Notice } from '../components/notice.tsx';
import { useTitle } from '../title.ts';
import { useWho } from '../who.ts';

function ForAdmins() {
  useTitle('For admins');
  return (
    <Notice isPage icon={LockKeyhole} title="This page is for admins">
      You are a moderator: profiles and their history are yours to look after.
    </Notice>
  );
}

/** Shows moderators a notice instead of the page. */
export const AdminsOnly = ({ children }: { children: ReactNode }) =>
  useWho().role === 'admin' ? children : <ForAdmins />;

import type { ReactNode } from 'react';
import { Notice } from '../components/notice.tsx';
import { useTitle } from '../title.ts';
import { useWho } from '../who.ts';

function ForAdmins() {
  useTitle('For admins');
  return (
    <Notice isPage title="This page is for admins">
      Moderators look after profiles and their history.
    </Notice>
  );
}

/** Shows moderators a notice instead of the page. */
export const AdminsOnly = ({ children }: { children: ReactNode }) =>
  useWho().role === 'admin' ? children : <ForAdmins />;

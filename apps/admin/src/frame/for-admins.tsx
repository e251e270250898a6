import type { ComponentType } from 'react';
import { Notice } from '../components/notice.tsx';
import { useTitle } from '../title.ts';
import { useWho } from '../who.ts';

function OnlyForAdmins() {
  useTitle('For admins');
  return <Notice title="This page is for admins" />;
}

export const forAdmins = (Page: ComponentType) =>
  function AdminPage() {
    return useWho().role === 'admin' ? <Page /> : <OnlyForAdmins />;
  };

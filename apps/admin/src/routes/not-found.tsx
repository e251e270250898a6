import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { buttonStyle } from '../components/button.tsx';
import { Notice } from '../components/notice.tsx';
import { useTitle } from '../title.ts';

export function NotFound() {
  useTitle('Nothing here');
  return (
    <Notice
      isPage
      icon={Compass}
      title="There is nothing at this address"
      actions={
        <Link to="/" className={buttonStyle()}>
          Go to the overview
        </Link>
      }
    >
      The link may be old, or mistyped.
    </Notice>
  );
}

import { Link } from '@tanstack/react-router';
import { Compass, TriangleAlert } from 'lucide-react';
import { Button, buttonStyle } from '../components/button.tsx';
import { Notice } from '../components/notice.tsx';
import { useTitle } from '../title.ts';

/** Replaces a page that failed to draw, or whose files a newer version has replaced. */
export function Crashed() {
  useTitle('Something broke');
  return (
    <div role="alert">
      <Notice
        isPage
        icon={TriangleAlert}
        title="This page broke"
        actions={<Button onClick={() => window.location.reload()}>Load it again</Button>}
      >
        That is our fault, and nothing was changed by it. Loading the page again usually helps:
        there may be a newer version of it.
      </Notice>
    </div>
  );
}

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

import { onlineManager } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Button, buttonStyle } from '../components/button.tsx';
import { Notice } from '../components/notice.tsx';
import { useTitle } from '../title.ts';
import { useIsOnline } from './use-is-online.ts';

const reload = () => window.location.reload();

/**
 * Replaces a page whose code did not load. A browser may remember a failed module
 * while the app is open (Chromium 150 does). So trying again reloads the app at
 * the same address.
 */
export function NotLoaded() {
  useTitle('Not loaded');
  const isOnline = useIsOnline();
  useEffect(() => onlineManager.subscribe((isBack) => isBack && reload()), []);
  return (
    <div role="alert">
      {isOnline ? (
        <Notice
          title="This page didn’t load"
          actions={<Button onClick={reload}>Try again</Button>}
        >
          The connection may have failed, or there is a newer version of the app. “Try
          again” loads the whole app.
        </Notice>
      ) : (
        <Notice title="You’re offline">
          This page loads by itself as soon as there is a connection.
        </Notice>
      )}
    </div>
  );
}

export function Crashed() {
  useTitle('Something broke');
  return (
    <div role="alert">
      <Notice
        title="This page broke"
        actions={<Button onClick={reload}>Load again</Button>}
      >
        That is our fault, and nothing was changed by it. Loading the page again usually
        helps: there may be a newer version of it.
      </Notice>
    </div>
  );
}

export function NotFound() {
  useTitle('Nothing here');
  return (
    <Notice
      title="There is nothing at this address"
      actions={
        <Link to="/" className={buttonStyle()}>
          Go to the desk
        </Link>
      }
    >
      The link may be old, or mistyped.
    </Notice>
  );
}

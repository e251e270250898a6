import type { ReactNode } from 'react';
import { Alert } from '../../components/alert.tsx';
import { beginSession } from '../../session.ts';
import { useTitle } from '../../title.ts';
import { CardPage } from '../../frame/card-page.tsx';
import { Steps } from './steps.tsx';

const Heading = ({ children }: { children: ReactNode }) => (
  <h1 className="text-xl font-semibold tracking-tight">{children}</h1>
);

export function SignIn({ ended = false }: { ended?: boolean }) {
  useTitle('Sign in');
  return (
    <CardPage footer="For admins and moderators. Everybody else signs in where they use Namecard.">
      <Steps
        heading={Heading}
        notice={
          ended && (
            <div className="mb-6">
              <Alert tone="info">
                Your session has ended. Sign in again to go on where you were.
              </Alert>
            </div>
          )
        }
        onSignedIn={({ token }) => beginSession(token, false)}
      />
    </CardPage>
  );
}

import type { ReactNode } from 'react';
import { Alert } from '../../components/alert.tsx';
import { product } from '../../product.ts';
import { useTitle } from '../../title.ts';
import { CardPage } from '../../frame/card-page.tsx';
import { Steps } from './steps.tsx';

const Heading = ({ children }: { children: ReactNode }) => (
  <h1 className="text-lg font-semibold tracking-tight">{children}</h1>
);

const ProductName = () =>
  product.url === undefined ? (
    product.name
  ) : (
    <a href={product.url} className="underline underline-offset-3 hover:text-ink">
      {product.name}
    </a>
  );

const OperatorLinks = () =>
  product.operator.map(
    ({ name, address }) =>
      address && (
        <a
          key={name}
          href={address}
          className="me-2 underline underline-offset-3 hover:text-ink"
        >
          {name}
        </a>
      ),
  );

export function SignIn({ ended = false }: { ended?: boolean }) {
  useTitle('Sign in');
  return (
    <CardPage
      footer={
        <>
          For admins and moderators. Everybody else signs in where they use{' '}
          <ProductName />. <OperatorLinks />
        </>
      }
    >
      <Steps
        heading={Heading}
        notice={
          ended && (
            <div className="mb-6">
              <Alert tone="info">
                Your session has ended. Sign in again to continue.
              </Alert>
            </div>
          )
        }
      />
    </CardPage>
  );
}

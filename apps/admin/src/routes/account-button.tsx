import type { ComponentProps } from 'react';
import { Avatar } from '../components/avatar.tsx';

type AccountButtonProps = ComponentProps<'button'> & { email: string };

/** Who is signed in, as a button. */
export const AccountButton = ({ email, ...rest }: AccountButtonProps) => (
  <button
    type="button"
    {...rest}
    aria-label={`Account: ${email}`}
    className="grid size-9 place-items-center rounded-full transition-shadow hover:ring-4 hover:ring-sunken data-popup-open:ring-4 data-popup-open:ring-sunken pointer-coarse:size-11"
  >
    <Avatar name={email} size="small" />
  </button>
);

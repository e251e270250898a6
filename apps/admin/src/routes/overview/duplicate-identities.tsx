import { Link } from '@tanstack/react-router';
import { identityLabel } from '../../moderation/identities.ts';
import { useWho } from '../../who.ts';
import type { Overview } from './vocabulary.ts';

const look =
  'block truncate text-sm font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus';

/** Identities that several users link, each with a link to those users. */
export function DuplicateIdentities({
  duplicateIdentities,
}: Pick<Overview, 'duplicateIdentities'>) {
  const { role } = useWho();
  return (
    <ul aria-label="Shared identities">
      {duplicateIdentities.map(({ identity, value, users }) => (
        <li key={identity + value} className="relative flex items-center gap-3 py-1">
          <div className="min-w-0 flex-1">
            {role === 'admin' ? (
              <Link to="/users" search={{ text: value }} className={look}>
                {value}
              </Link>
            ) : (
              <Link
                to="/profiles"
                search={{ duplicateIdentities: true }}
                className={look}
              >
                {value}
              </Link>
            )}
            <p className="text-sm text-muted">{identityLabel(identity)}</p>
          </div>
          <p className="text-sm whitespace-nowrap text-muted">{users} users</p>
        </li>
      ))}
    </ul>
  );
}

import { useTitle } from '../../title.ts';

export function UserPage() {
  useTitle('User');
  return <h1 className="text-2xl font-semibold tracking-tight">User</h1>;
}

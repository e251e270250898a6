import { useTitle } from '../../title.ts';

export function UsersPage() {
  useTitle('Users');
  return <h1 className="text-2xl font-semibold tracking-tight">Users</h1>;
}

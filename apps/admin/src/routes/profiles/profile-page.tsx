import { useTitle } from '../../title.ts';

export function ProfilePage() {
  useTitle('Profile');
  return <h1 className="text-2xl font-semibold tracking-tight">Profile</h1>;
}

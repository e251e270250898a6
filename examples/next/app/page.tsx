import { asNamecardError } from '@namecard/client';
import { namecard } from '../namecard.ts';
import { signOut } from './actions.ts';
import { SignInOnServer } from './sign-in-on-server.tsx';

/** Rendered on the server, with the session in the visitor's cookie. */
export default async function Page() {
  const client = await namecard();
  if (!(await client.isSignedIn())) {
    return <SignInOnServer />;
  }
  const shown = await Promise.all([
    client.api.users.me.query(),
    client.api.profiles.list.query({ limit: 10 }),
  ]).catch((error: unknown) => {
    // The session has ended.
    if (asNamecardError(error).reason === 'TOKEN_INVALID') return undefined;
    throw error;
  });
  if (!shown) {
    return <SignInOnServer />;
  }
  const [me, list] = shown;
  return (
    <main>
      <h1>Cards</h1>
      <p>Signed in as {me.data.user.email}</p>
      <ul>
        {list.data.profiles.map(({ username }) => (
          <li key={username}>{username}</li>
        ))}
      </ul>
      <form action={signOut}>
        <button type="submit">Sign out</button>
      </form>
    </main>
  );
}

import { Button } from '../../components/button.tsx';
import { CaseView } from '../../frame/page.tsx';
import { useNoting } from '../../moderation/desk/noting.tsx';
import { Card } from '../../moderation/profiles/card.tsx';
import { Background } from '../../moderation/profiles/facts.tsx';
import type { Profile } from '../../moderation/profiles/profile.ts';
import { useWho } from '../../who.ts';

type CaseProps = {
  profile: Profile;
  onHide: (anchor: Element) => void;
  onRestore: () => void;
};

export function Case({ profile, onHide, onRestore }: CaseProps) {
  const { username, hidden, owner } = profile;
  const isOwn = useWho().id === owner.id;
  const noting = useNoting(
    'Profile',
    isOwn
      ? undefined
      : { what: username, subject: { userId: owner.id, profileId: profile.id } },
  );
  return (
    <CaseView
      name={username}
      bar={
        isOwn ? (
          <p className="text-muted">
            This is your own profile. Another moderator decides about it.
          </p>
        ) : (
          <>
            {hidden ? (
              <Button onClick={onRestore} keys="r">
                Restore
              </Button>
            ) : (
              <Button onClick={({ currentTarget }) => onHide(currentTarget)} keys="h">
                Hide
              </Button>
            )}
            {noting.button}
          </>
        )
      }
    >
      <Card profile={profile} />
      <Background profile={profile} />
      {noting.layer}
    </CaseView>
  );
}

import type { Notice, Profile } from '@namecard/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Field, Form, typed } from './form.tsx';
import { explain, queryClient, trpc } from './namecard.ts';

/** Fetches the member's card and the list of cards again. */
const readAgain = async () => queryClient.invalidateQueries(trpc.profiles.pathFilter());

/** The form that edits the card, or the form that creates it. */
export function MyCard() {
  const mine = useQuery(trpc.profiles.mine.queryOptions({ limit: 1 }));
  const [isNew, setNew] = useState(false);
  const [profile] = mine.data?.data.profiles ?? [];
  const notice = mine.data?.data.notices.find(
    ({ username }) => username === profile?.username,
  );
  return (
    <section className="panel" aria-labelledby="mine-title">
      <h2 id="mine-title">Your card</h2>
      {mine.error ? (
        <p className="error" role="alert">
          {explain(mine.error)}
        </p>
      ) : null}
      {mine.data && !profile ? <CreateForm onMade={() => setNew(true)} /> : null}
      {profile && mine.data?.data.waiting.includes(profile.username) ? (
        <p className="hidden-notice">
          Once something stands on your card, a moderator looks at it. Until then nobody
          else sees it.
        </p>
      ) : null}
      {notice ? <HiddenNotice key={notice.at} notice={notice} /> : null}
      {profile ? (
        <EditForm key={profile.username} profile={profile} isNew={isNew} />
      ) : null}
    </section>
  );
}

function CreateForm({ onMade }: { onMade: () => void }) {
  const create = useMutation(
    trpc.profiles.create.mutationOptions({
      onSuccess: async () => {
        onMade();
        await readAgain();
      },
    }),
  );
  return (
    <Form
      mutation={create}
      onSubmit={(data) =>
        create.mutate({
          username: typed(data, 'username'),
          referral: typed(data, 'referral'),
        })
      }
      action="Make my card"
    >
      <p className="hint">You have no card yet. Pick a name for it.</p>
      <Field name="username" label="Username" autoComplete="username" />
      <Field
        name="referral"
        label={
          <>
            Who referred you? <span className="optional">optional</span>
          </>
        }
      />
    </Form>
  );
}

const links = [
  { name: 'website', label: 'Website', placeholder: 'https://' },
  { name: 'x', label: 'X', placeholder: 'https://x.com/…' },
  { name: 'telegram', label: 'Telegram', placeholder: 'https://t.me/…' },
  { name: 'discord', label: 'Discord', placeholder: 'https://discord.gg/…' },
] as const;

type EditProps = { profile: Profile; isNew: boolean };

function EditForm({ profile, isNew }: EditProps) {
  const edit = useMutation(
    trpc.profiles.updateSocials.mutationOptions({ onSuccess: readAgain }),
  );
  const save = (data: FormData) => {
    const socials = Object.fromEntries(
      links.map(({ name }) => [name, typed(data, `socials.${name}`)]),
    );
    edit.mutate({ username: profile.username, about: typed(data, 'about'), socials });
  };
  return (
    <Form
      mutation={edit}
      onSubmit={save}
      action="Save"
      after={
        <p className="saved" role="status">
          {edit.isSuccess ? 'Saved.' : null}
        </p>
      }
    >
      <p className="username">{profile.username}</p>
      <Field
        name="about"
        label="About you"
        rows={4}
        defaultValue={profile.about ?? ''}
        autoFocus={isNew}
      />
      <fieldset>
        <legend>Links</legend>
        {links.map(({ name, ...link }) => (
          <Field
            key={name}
            {...link}
            name={`socials.${name}`}
            type="url"
            defaultValue={profile.socials[name] ?? ''}
          />
        ))}
      </fieldset>
    </Form>
  );
}

const reasons: Readonly<Record<Notice['reason'], string>> = {
  spam: 'it was taken for spam',
  impersonation: 'it was found to pretend to be somebody else',
  harassment: 'it was found to harass people',
  illegal_content: 'it was found to contain something illegal',
  personal_data: 'it was found to show personal data',
  other: 'it was found to break the rules',
};

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long' });

function HiddenNotice({ notice }: { notice: Notice }) {
  const { username, at, reason, note } = notice;
  const appeal = useMutation(trpc.profiles.appeal.mutationOptions());
  return (
    <div className="hidden-notice">
      <strong>Your card is hidden: nobody else sees it.</strong>
      <p>
        A moderator hid it on {day.format(new Date(at))}: {reasons[reason]}.
      </p>
      {note === null ? null : <blockquote>{note}</blockquote>}
      <p>
        Saving changes does not show it again. Correct what was wrong, then ask for
        another look. You can ask once.
      </p>
      <Form
        mutation={appeal}
        onSubmit={(data) => appeal.mutate({ username, text: typed(data, 'text') })}
        action="Ask for another look"
        after={
          <p className="saved" role="status">
            {appeal.isSuccess ? 'Sent. The answer appears here.' : null}
          </p>
        }
      >
        <Field name="text" label="What should the moderators know?" rows={3} />
      </Form>
    </div>
  );
}

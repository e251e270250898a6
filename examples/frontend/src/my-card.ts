import type { Notice, Profile } from '@namecard/client';
import { onSubmit, typed } from './form.ts';
import { namecard } from './namecard.ts';
import { find, showOnly } from './page.ts';

const links = ['website', 'x', 'telegram', 'discord'] as const;

const { profiles } = namecard.api;
const createForm = find('create-form', HTMLFormElement);
const editForm = find('edit-form', HTMLFormElement);
const about = find('about', HTMLTextAreaElement);
const saved = find('saved', HTMLElement);

let username = '';

function fill(profile: Profile): void {
  username = profile.username;
  find('mine-username', HTMLElement).textContent = username;
  about.value = profile.about ?? '';
  for (const link of links) {
    find(link, HTMLInputElement).value = profile.socials[link] ?? '';
  }
  showOnly(editForm, createForm);
}

const reasons: Readonly<Record<Notice['reason'], string>> = {
  spam: 'it was taken for spam',
  impersonation: 'it was taken for somebody else’s',
  harassment: 'it was found to harass people',
  illegal_content: 'it was found to hold something illegal',
  personal_data: 'it was found to show personal data',
  other: 'it was found to break the rules',
};

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long' });

/** Tells the owner of a hidden card that it is hidden, why, and what to do. */
function showNotice(notice: Notice | undefined): void {
  find('hidden-notice', HTMLElement).hidden = notice === undefined;
  if (notice) {
    const when = day.format(new Date(notice.at));
    find('hidden-reason', HTMLElement).textContent =
      `A moderator hid it on ${when}: ${reasons[notice.reason]}.`;
    const note = find('hidden-note', HTMLElement);
    note.textContent = notice.note;
    note.hidden = notice.note === null;
  }
}

/** Shows the form for the card that there is, or the one that makes it. */
export async function showMyCard(): Promise<void> {
  const { data } = await profiles.mine.query({ limit: 1 });
  const [profile] = data.profiles;
  saved.textContent = '';
  showNotice(data.notices.find((notice) => notice.username === profile?.username));
  if (profile) {
    fill(profile);
  } else {
    createForm.reset();
    showOnly(createForm, editForm);
  }
}

/** @param onChange is told after each change, to show it in the list too */
export function prepareMyCard(onChange: () => Promise<void>): void {
  onSubmit(createForm, async (data) => {
    const input = { username: typed(data, 'username'), referral: typed(data, 'referral') };
    const { profile } = await profiles.create.mutate(input);
    fill(profile);
    about.focus();
    await onChange();
  });
  onSubmit(editForm, async (data) => {
    saved.textContent = '';
    const socials = Object.fromEntries(links.map((link) => [link, typed(data, `socials.${link}`)]));
    const input = { username, about: typed(data, 'about'), socials };
    const edited = await profiles.updateSocials.mutate(input);
    fill(edited.data.profile);
    saved.textContent = 'Saved.';
    await onChange();
  });
}

import type { Profile } from '@namecard/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { explain, trpc } from './namecard.ts';

const limit = 6;

/** Lists all cards by pages. Leaving a page aborts its call. */
export function People() {
  const [page, setPage] = useState(1);
  const list = useQuery(
    trpc.profiles.list.queryOptions(
      { page, limit },
      { placeholderData: keepPreviousData, trpc: { abortOnUnmount: true } },
    ),
  );
  const { count, profiles } = list.data?.data ?? { count: { active: 0 }, profiles: [] };
  const cards = count.active === 1 ? '1 card' : `${count.active} cards`;
  const pages = Math.max(1, Math.ceil(count.active / limit));
  return (
    <section aria-labelledby="people-title">
      <div className="people-head">
        <h2 id="people-title">People</h2>
        <p className="hint" role="status">
          {list.data ? cards : null}
        </p>
      </div>
      <p className="error" role="alert">
        {list.error ? explain(list.error) : null}
      </p>
      <ul className="people" aria-busy={list.isFetching}>
        {profiles.map((profile) => (
          <Card key={profile.username} profile={profile} />
        ))}
      </ul>
      <nav className="pages" aria-label="Pages of people">
        <button
          className="quiet"
          type="button"
          disabled={page <= 1}
          onClick={() => setPage(page - 1)}
        >
          Newer
        </button>
        <span className="hint">
          {list.data && !list.isPlaceholderData ? `Page ${page} of ${pages}` : 'Loading…'}
        </span>
        <button
          className="quiet"
          type="button"
          disabled={page >= pages}
          onClick={() => setPage(page + 1)}
        >
          Older
        </button>
      </nav>
    </section>
  );
}

const hostOf = (link: string) => new URL(link).hostname.replace(/^www\./, '');

/** Each name always has the same colour. */
function hueOf(username: string): number {
  return Array.from(username).reduce(
    (hue, letter) => (hue * 31 + letter.charCodeAt(0)) % 360,
    7,
  );
}

function Card({ profile: { username, about, socials } }: { profile: Profile }) {
  const hue = hueOf(username);
  return (
    <li className="card">
      <span
        className="initial"
        aria-hidden="true"
        style={{
          background: `light-dark(hsl(${hue} 55% 90%), hsl(${hue} 30% 24%))`,
          color: `light-dark(hsl(${hue} 60% 26%), hsl(${hue} 60% 82%))`,
        }}
      >
        {username.slice(0, 1).toUpperCase()}
      </span>
      <h3 className="username">{username}</h3>
      <p className={about === null ? 'about none' : 'about'}>
        {about ?? 'Nothing said yet.'}
      </p>
      <ul className="links">
        {Object.entries(socials).map(([name, link]) => (
          <li key={name}>
            <a href={link} rel="nofollow noopener">
              {hostOf(link)}
            </a>
          </li>
        ))}
      </ul>
    </li>
  );
}

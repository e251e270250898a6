import { When } from '../../components/date-time.tsx';
import { Section } from '../../components/section.tsx';
import type { Inspected } from '../../moderation/desk/item.ts';
import { linksOf } from '../../moderation/profiles/links.tsx';
import type { Profile } from '../../moderation/profiles/profile.ts';

type Card = Pick<Profile, 'about' | 'socials'>;

const linesOf = ({ about, socials }: Card): string[] => [
  ...(about?.split('\n') ?? []),
  ...linksOf(socials).map(({ link }) => link),
];

type LinesProps = { name: string; lines: readonly string[]; others: readonly string[] };

/** The lines that the other version has not. The card above has the others. */
function Lines({ name, lines, others }: LinesProps) {
  const Changed = name === 'Now' ? 'ins' : 'del';
  const changed = lines.filter((line) => line !== '' && !others.includes(line));
  return (
    <div className="min-w-0">
      <h4 className="text-xs text-muted">{name}</h4>
      {changed.length === 0 && <p className="text-muted">Nothing</p>}
      {changed.map((line, index) => (
        <p
          // Lines have no other name.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          dir="auto"
          lang=""
          className="overflow-clip wrap-anywhere"
        >
          <Changed className={name === 'Now' ? 'bg-warn-soft no-underline' : ''}>
            {line}
          </Changed>
        </p>
      ))}
    </div>
  );
}

/**
 * The changes since the last review, old beside new. Shows nothing without
 * changes.
 */
export function Changes({
  seen,
  profile,
}: {
  seen: NonNullable<Inspected['seen']>;
  profile: Profile;
}) {
  const [before, now] = [linesOf(seen), linesOf(profile)];
  if (before.join('\n') === now.join('\n')) return null;
  return (
    <Section
      isRuled
      title="Changed since the last review"
      aside={
        <span className="text-xs text-muted">
          <When at={seen.at} />
        </span>
      }
    >
      <div className="grid grid-cols-2 gap-4">
        <Lines name="Before" lines={before} others={now} />
        <Lines name="Now" lines={now} others={before} />
      </div>
    </Section>
  );
}

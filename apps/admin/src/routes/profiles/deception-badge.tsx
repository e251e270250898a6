import { Badge } from '../../components/badge.tsx';
import { deceptionsIn } from '../../moderation/profiles/deception.ts';

/** Names what in a stranger's texts may deceive a reader; nothing where they are plain. */
export function DeceptionBadge({ texts }: { texts: readonly string[] }) {
  const found = deceptionsIn(texts).join(' · ');
  return found === '' ? null : (
    <span title={found} className="inline-flex max-w-full min-w-12 shrink-9999 *:min-w-0">
      <Badge tone="bad">
        <span className="truncate">{found}</span>
      </Badge>
    </span>
  );
}

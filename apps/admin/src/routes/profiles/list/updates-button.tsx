import { Button } from '../../../components/button.tsx';
import { inDigits } from '../../../components/count.ts';
import { useMarkCount } from '../../../moderation/profiles/marks.ts';

/** The service stops counting here. */
const most = 100;

/** Announces new and changed profiles. The list moves only after a press. */
export function UpdatesButton({
  created,
  onReload,
}: {
  created: number;
  onReload: () => void;
}) {
  const marked = useMarkCount();
  const hasNew = created > 0;
  const count = created >= most ? `${most}+` : created;
  return (
    <div className="flex items-center gap-2">
      <p role="status" className="text-xs text-muted">
        {marked > 0 && `${inDigits(marked)} changed`}
        {hasNew && (
          <span className="sr-only">
            {count} new {created === 1 ? 'profile' : 'profiles'}
          </span>
        )}
      </p>
      {hasNew && (
        <Button variant="quiet" onClick={onReload} className="text-accent-ink!">
          {count} new
        </Button>
      )}
    </div>
  );
}

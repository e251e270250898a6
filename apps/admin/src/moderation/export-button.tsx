import { useMutation } from '@tanstack/react-query';
import { Button } from '../components/button.tsx';
import { reportFailure } from './report-failures.ts';

/** Saves a list as a file. A phone has no room for it. */
export function ExportButton({ save }: { save: () => Promise<void> }) {
  const saving = useMutation({
    mutationFn: save,
    onError: (error) => reportFailure('The file was not saved', error),
  });
  return (
    <Button
      variant="quiet"
      className="max-md:hidden"
      busy={saving.isPending}
      onClick={() => saving.mutate()}
    >
      Export CSV
    </Button>
  );
}

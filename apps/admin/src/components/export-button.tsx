import { Button } from './button.tsx';

type ExportButtonProps = { download: { isPending: boolean; mutate: () => void } };

/** Saves a list as a file. A phone has no room for it. */
export const ExportButton = ({ download }: ExportButtonProps) => (
  <Button
    variant="quiet"
    className="max-md:hidden"
    busy={download.isPending}
    onClick={() => download.mutate()}
  >
    Export CSV
  </Button>
);

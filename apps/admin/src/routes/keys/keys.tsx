import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { Section } from '../../components/section.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { AdminsOnly } from '../../frame/admins-only.tsx';
import { Loaded, Loading } from '../../frame/states.tsx';
import { useTitle } from '../../title.ts';
import { trpc } from '../../trpc.ts';
import { CreateDialog } from './create-dialog.tsx';
import { KeyItem } from './key-item.tsx';

const loading = (
  <Loading what="the keys">
    {[1, 2].map((row) => (
      <div
        key={row}
        className="space-y-2 border-b border-line px-5 py-3.5 last:border-b-0"
      >
        <Skeleton className="h-3.5 w-2/5" />
        <Skeleton className="h-3 w-3/5" />
      </div>
    ))}
  </Loading>
);

const none = (
  <Notice icon={KeyRound} title="No service key yet">
    A program reads or moderates with a key of its own, and nobody’s sign-in.
  </Notice>
);

function Content() {
  const [makes, setMakes] = useState(false);
  const list = useQuery(trpc.moderation.keys.list.queryOptions());
  useTitle('Keys');
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold tracking-tight">Service keys</h1>
        <Button variant="solid" onClick={() => setMakes(true)}>
          <Plus aria-hidden size={15} /> New key…
        </Button>
      </div>
      <div className="mt-5">
        <Section title="Keys of other programs">
          <Loaded query={list} what="The list" loading={loading}>
            {({ data: { keys } }) =>
              keys.length === 0 ? (
                none
              ) : (
                <ul aria-label="Service keys" className="divide-y divide-line">
                  {keys.map((item) => (
                    <KeyItem key={item.id} item={item} />
                  ))}
                </ul>
              )
            }
          </Loaded>
        </Section>
      </div>
      <CreateDialog open={makes} onOpenChange={setMakes} />
    </>
  );
}

/** What other programs call the service with: made here, shown once, ended here. */
export const KeysPage = () => (
  <AdminsOnly>
    <Content />
  </AdminsOnly>
);

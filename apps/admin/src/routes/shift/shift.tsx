import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { When } from '../../components/date-time.tsx';
import { Field } from '../../components/field.tsx';
import { Level, Section } from '../../components/section.tsx';
import { Textarea } from '../../components/textarea.tsx';
import { toastDone } from '../../components/toast.tsx';
import { Words } from '../../components/words.tsx';
import { barStyle } from '../../frame/page.tsx';
import { Loaded } from '../../frame/states.tsx';
import { pressed } from '../../keyboard.ts';
import { useTitle } from '../../title.ts';
import { readAgain, trpc } from '../../trpc.ts';
import { lines, type Shift, standsOut } from './figures.ts';
import { Failed } from '../../frame/failed.tsx';

const Figures = ({ shift }: { shift: Shift }) => (
  <dl className="grid max-w-sm grid-cols-2 gap-y-1">
    {lines(shift).map(([name, figure]) => (
      <div key={name} className="contents">
        <dt className="text-muted">{name}</dt>
        <dd className="text-right tabular-nums">{figure}</dd>
      </div>
    ))}
  </dl>
);

function HandOver() {
  const [text, setText] = useState('');
  const handing = useMutation(
    trpc.moderation.desk.handOver.mutationOptions({
      onSuccess: () => {
        setText('');
        toastDone('Handed over');
        return readAgain(trpc.moderation.desk.shift);
      },
    }),
  );
  const isEmpty = text.trim() === '';
  const submit = () => {
    if (!isEmpty && !handing.isPending) handing.mutate({ text: text.trim() });
  };
  return (
    <form
      className="flex max-w-lg flex-col gap-3"
      onKeyDown={(event) => {
        const isMeant = event.ctrlKey || event.metaKey;
        if (pressed(event) === 'Enter' && isMeant) submit();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field label="For the next shift">
        <Textarea value={text} onValueChange={setText} maxLength={2_000} rows={4} />
      </Field>
      <Failed error={handing.error} />
      <Button
        type="submit"
        size="medium"
        variant="solid"
        className="self-start"
        busy={handing.isPending}
        disabled={isEmpty}
      >
        Hand over
      </Button>
    </form>
  );
}

function Before({ handOvers }: Pick<Shift, 'handOvers'>) {
  if (handOvers.length === 0) return null;
  return (
    <Section title="Earlier handovers">
      <ul className="max-w-lg">
        {handOvers.map(({ id, author, at, text }) => (
          <li key={id} className="py-2">
            <Words>{text}</Words>
            <p className="text-xs text-muted">
              <span translate="no">{author.email}</span> · <When at={at} />
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function ShiftPage() {
  useTitle('Shift');
  const shift = useQuery(trpc.moderation.desk.shift.queryOptions());
  return (
    <>
      <div className={barStyle}>
        <h1 className="text-base font-semibold">Shift</h1>
      </div>
      <Level value="h2">
        <Loaded query={shift} what="the shift">
          {({ data }) => (
            <div className="grid gap-x-16 gap-y-8 px-4 py-4 md:pl-10 xl:grid-cols-[32rem_24rem] xl:grid-rows-[auto_1fr]">
              <Before handOvers={data.handOvers} />
              <div className="xl:col-start-2 xl:row-span-2 xl:row-start-1">
                <Section
                  title="Since your last handover"
                  aside={
                    <span className="text-xs text-muted">
                      <When at={data.since} />
                    </span>
                  }
                >
                  <p className="mb-3">{standsOut(data)}</p>
                  <Figures shift={data} />
                </Section>
              </div>
              <HandOver />
            </div>
          )}
        </Loaded>
      </Level>
    </>
  );
}

import { decodeList, type ListedLine, readList } from '@namecard/client';
import { useState, type DragEvent } from 'react';
import { counted, inDigits } from '../../components/count.ts';
import { Alert } from '../../components/alert.tsx';
import { Button, buttonStyle } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Textarea } from '../../components/textarea.tsx';

/** The service invites no more by one action. */
const mostLines = 10_000;

type PasteProps = { onRead: (lines: ListedLine[]) => void; busy: boolean };

export function Paste({ onRead, busy }: PasteProps) {
  const [text, setText] = useState('');
  const lines = readList(text);
  const take = async (file: File | undefined) => {
    if (file) setText(decodeList(new Uint8Array(await file.arrayBuffer())));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    void take(event.dataTransfer.files[0]);
  };
  return (
    <div
      className="flex max-w-2xl flex-col items-start gap-3"
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <div className="w-full">
        <Field
          label="Addresses"
          hint="Paste them, or drop a CSV here. A header may name the columns email and language, and of a card: username, name, about, and its links, such as website or github."
        >
          <Textarea
            value={text}
            onValueChange={setText}
            rows={8}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
        </Field>
      </div>
      <label className={buttonStyle({ size: 'medium' })}>
        Choose a file
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          className="sr-only"
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </label>
      {lines.length > mostLines && (
        <Alert tone="bad">
          {`The list has ${counted(lines.length, 'line')}. Send at most ${inDigits(mostLines)} at once.`}
        </Alert>
      )}
      <Button
        variant="solid"
        size="medium"
        busy={busy}
        disabled={lines.length === 0 || lines.length > mostLines}
        onClick={() => onRead(lines)}
      >
        {lines.length === 0 ? 'Check the list' : `Check ${counted(lines.length, 'line')}`}
      </Button>
    </div>
  );
}

/** Milliseconds that the browser has to save the file. */
const untilSaved = 60_000;

export function saveFile(
  parts: string[],
  { name, type }: { name: string; type: string },
): void {
  const address = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), untilSaved);
}

import { toastNote } from '../../components/toast.tsx';
import { createPersonalStore } from '../../store.ts';
import { readAgain, trpc } from '../../trpc.ts';

/** Actions of large acts whose end this tab still has to report. */
const watched = createPersonalStore<ReadonlySet<string>>(new Set());

/** A short act may end before this tab first sees it run. */
export function watchAct(action: string): void {
  watched.set(new Set([...watched.get(), action]));
}

/** Whether the end of this act is to be reported now. It is only once. */
export function endsWatch(action: string): boolean {
  const actions = new Set(watched.get());
  const isWatched = actions.delete(action);
  if (isWatched) watched.set(actions);
  return isWatched;
}

/** Call it when an act has begun in this tab. `title` describes it. */
export function followAct(action: string | null, title: string): void {
  toastNote(title, 'Its progress stands above.');
  if (action === null) return;
  watchAct(action);
  void readAgain(trpc.moderation.acts);
}

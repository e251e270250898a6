import { failureOf } from './failure.ts';
import type { Onward } from './onward.ts';
import type { Answer, Visit } from './visit.ts';

/**
 * The kept form, filled. Undefined if there is none, or if another member typed it.
 * @param member who is signed in
 */
export async function filledForm(
  visit: Visit,
  member: string | undefined,
  typed: Onward,
): Promise<Answer | undefined> {
  const { to, kept } = typed;
  const found = visit.forms.find(to);
  if (found === undefined || kept === undefined) return undefined;
  if (Object.hasOwn(kept, 'member') && kept['member'] !== member) return undefined;
  const { form, name } = found;
  try {
    const page = await form.show(visit, kept, undefined, { name });
    return { said: visit.texts.signIn.back, ...page, visit, typed };
  } catch (error) {
    // What the form changes may be gone. What was asked for is done, whatever is refused.
    failureOf(error, visit.texts);
    return undefined;
  }
}

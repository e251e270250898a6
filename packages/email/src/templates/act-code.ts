import type { Language, Product } from '@namecard/look';
import type { Message } from '../mailer.ts';
import type { CodedAct } from '../texts/texts.ts';
import { textsIn } from '../texts/texts-in.ts';
import { hostOf, mailOf } from './frame.ts';
import { groupLongCode } from './sign-in.ts';

const { acts } = textsIn('en').actCode;

export const isCodedAct = (act: string): act is CodedAct => Object.hasOwn(acts, act);

type Asked = {
  product: Product;
  act: CodedAct;
  code: string;
  /** Where the service is, such as `https://cards.example.com`. */
  origin: string;
  /** The reader's. The team reads the product's. */
  language?: Language | null;
};

/** Holds no text of the request: only which kind of act it is for. */
export function actCodeMail({
  product,
  act,
  code,
  origin,
  language: own,
}: Asked): Omit<Message, 'to'> {
  const language = (act === 'erase_me' ? own : null) ?? product.language;
  const host = hostOf(origin);
  const { actCode } = textsIn(language);
  const shown = groupLongCode(code);
  const subject = actCode.subject(shown, product.name);
  return mailOf({ product, language, subject, title: actCode.heading }, [
    { code: shown },
    `${actCode.acts[act]} ${actCode.what(host)}`,
    actCode.notYou(host),
  ]);
}

import type { Language, Product } from '@namecard/look';
import type { Message } from '../mailer.ts';
import type { CodedAct } from '../texts/texts.ts';
import { textsIn } from '../texts/texts-in.ts';
import { plainMail, textFoot } from './frame.ts';
import { groupLongCode } from './sign-in.ts';

const { acts } = textsIn('en').actCode;

export const isCodedAct = (act: string): act is CodedAct => Object.hasOwn(acts, act);

type Asked = {
  product: Product;
  act: CodedAct;
  code: string;
  /** The reader's. The team reads the product's. */
  language?: Language | null;
};

/** Holds no text of the request: only which kind of act it is for. */
export function actCodeMail({
  product,
  act,
  code,
  language: own,
}: Asked): Omit<Message, 'to'> {
  const { name } = product;
  const language = (act === 'erase_me' ? own : null) ?? product.language;
  const { actCode } = textsIn(language);
  const shown = groupLongCode(code);
  const what = `${actCode.acts[act]} ${actCode.what(name)}`;
  const { notYou } = actCode;
  return {
    subject: actCode.subject(shown, name),
    text: `${shown}\n\n${what}\n\n${notYou}\n${textFoot(product, language)}`,
    html: plainMail({ product, language, title: shown }, [what, notYou]),
  };
}

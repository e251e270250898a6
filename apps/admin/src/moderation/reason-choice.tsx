import { RadioCards } from '../components/radio-cards.tsx';
import { reasonMeaning, reasonName, reasons, type Reason } from './reasons.ts';

const choices = reasons.map((value) => ({
  value,
  name: reasonName(value),
  meaning: reasonMeaning(value),
}));

type ReasonChoiceProps = { value: Reason; onValueChange: (reason: Reason) => void };

export const ReasonChoice = (props: ReasonChoiceProps) => (
  <RadioCards label="Reason" choices={choices} {...props} />
);

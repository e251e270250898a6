import { RadioCards } from '../components/radio-cards.tsx';
import { type ErasureReason, reasonMeaning, reasonName } from './reasons.ts';

type ReasonChoiceProps<Reason extends ErasureReason> = {
  reasons: readonly Reason[];
  value: Reason | undefined;
  onValueChange: (reason: Reason) => void;
};

export const ReasonChoice = <Reason extends ErasureReason>({
  reasons,
  ...props
}: ReasonChoiceProps<Reason>) => (
  <RadioCards
    label="Reason"
    choices={reasons.map((value) => ({
      value,
      name: reasonName(value),
      meaning: reasonMeaning(value),
    }))}
    {...props}
  />
);

import { useMutation } from '@tanstack/react-query';
import { counted } from '../../components/count.ts';
import { toastDone, toastFailed } from '../../components/toast.tsx';
import { codeAsked } from '../../moderation/mailed-code.ts';
import { reportFailure } from '../../moderation/report-failures.ts';
import { readAgain, trpc } from '../../trpc.ts';
import { outcomeName } from './vocabulary.ts';

/** Reloads the webhooks and their history. */
const onSettled = () => void readAgain(trpc.webhooks, trpc.audit);

export const useCreate = (onMade: (secret: string) => void) =>
  useMutation(
    codeAsked(
      trpc.webhooks.create.mutationOptions({
        onSuccess: ({ data }) => onMade(data.secret),
        onSettled,
      }),
    ),
  );

export const useUpdate = (onDone: () => void) =>
  useMutation(
    codeAsked(trpc.webhooks.update.mutationOptions({ onSuccess: onDone, onSettled })),
  );

export const useReplaceSecret = (onMade: (secret: string) => void) =>
  useMutation(
    codeAsked(
      trpc.webhooks.replaceSecret.mutationOptions({
        onSuccess: ({ data }) => onMade(data.secret),
        onSettled,
      }),
    ),
  );

export const useRemove = (onDone: () => void) =>
  useMutation(trpc.webhooks.remove.mutationOptions({ onSuccess: onDone, onSettled }));

export const useSwitch = () =>
  useMutation(
    trpc.webhooks.switch.mutationOptions({
      onSuccess: (_, { isOn }) =>
        void toastDone(isOn ? 'It gets events again' : 'It is paused'),
      onError: (error) => reportFailure('Nothing was changed', error),
      onSettled,
    }),
  );

export const useTest = () =>
  useMutation(
    trpc.webhooks.test.mutationOptions({
      onSuccess: ({ data: { isAccepted, outcome } }) => {
        if (isAccepted) {
          toastDone(`It accepted the test: ${outcomeName(outcome)}`);
        } else {
          toastFailed(
            'It did not accept the test',
            `Its answer: ${outcomeName(outcome)}.`,
          );
        }
      },
      onError: (error) => reportFailure('No test was sent', error),
      onSettled,
    }),
  );

export const useResend = () =>
  useMutation(
    trpc.webhooks.resend.mutationOptions({
      onSuccess: ({ data: { resent } }) =>
        void toastDone(`Sent again: ${counted(resent, 'event')}`),
      onError: (error) => reportFailure('Nothing is sent again', error),
      onSettled,
    }),
  );

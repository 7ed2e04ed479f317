import { useMutation } from '@tanstack/react-query'
import type { UseMutationResult } from '@tanstack/react-query'
import { notifyDone, notifyError } from './notify.ts'

/** A request of a button, and the texts of the notifications about it. */
export type Action<Answer, Input> = {
  run: (input: Input) => Promise<Answer>
  done?: string | ((answer: Answer, input: Input) => string)
  failed: string | ((input: Input) => string)
  /** Updates what the page shows. The notification and the button wait for its promise. */
  onDone?: (answer: Answer, input: Input) => unknown
  onSettled?: () => unknown
}

/** Returns the mutation of a button: it shows a notification with what was done, or with what failed and why. */
export function useAction<Answer, Input = void>(
  action: Action<Answer, Input>,
): UseMutationResult<Answer, Error, Input> {
  const { run, done, failed, onDone, onSettled } = action
  return useMutation({
    mutationFn: run,
    onSuccess: async (answer, input) => {
      await onDone?.(answer, input)
      if (done !== undefined) notifyDone(typeof done === 'string' ? done : done(answer, input))
    },
    onError: (err, input) => notifyError(typeof failed === 'string' ? failed : failed(input), err),
    onSettled,
  })
}

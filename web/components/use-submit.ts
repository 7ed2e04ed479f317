import { useMutation } from '@tanstack/react-query'
import type { SyntheticEvent } from 'react'
import { toFieldErrors } from '../lib/to-field-errors.ts'
import { notifyDone } from './notify.ts'

type Form<Values> = {
  onSubmit: (send: (values: Values) => void) => (event?: SyntheticEvent<HTMLFormElement>) => void
  setErrors: (errors: Record<string, string>) => void
}

/** The request that a form sends: the handler that sends it, whether it is under way, and why it failed. */
export type Submission = {
  submit: (event?: SyntheticEvent<HTMLFormElement>) => void
  isPending: boolean
  error: Error | null
}

/** Returns the request that a form sends with its values. The fields show the errors that are about them. */
export function useSubmit<Values, Answer>(
  form: Form<Values>,
  request: {
    send: (values: Values) => Promise<Answer>
    /** The text of the notification that it is done. */
    done?: string
    /** Updates what the page shows. The notification and the button wait for its promise. */
    onDone?: (answer: Answer, values: Values) => unknown
  },
): Submission {
  const { send, done, onDone } = request
  const { mutate, isPending, error } = useMutation({
    mutationFn: send,
    onSuccess: async (answer, values) => {
      await onDone?.(answer, values)
      if (done !== undefined) notifyDone(done)
    },
    onError: (err) => form.setErrors(toFieldErrors(err)),
  })
  return { submit: form.onSubmit((values) => mutate(values)), isPending, error }
}

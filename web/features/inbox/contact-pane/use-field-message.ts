import { useTranslations } from 'use-intl'
import { ParleyError } from '#client/core.ts'
import { toFieldErrors } from '../../../lib/to-field-errors.ts'

/** Returns a function that returns the message to show at the field that could not be saved. */
export function useFieldMessage(): (err: Error) => string {
  const t = useTranslations('personPane')
  return (err) => {
    if (!(err instanceof ParleyError)) return t('notSaved')
    return Object.values(toFieldErrors(err))[0] ?? err.message
  }
}

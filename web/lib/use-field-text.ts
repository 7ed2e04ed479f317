import { useTranslations } from 'use-intl'
import type { CustomField } from './custom-fields.ts'
import { useTimes } from './use-times.ts'

/** Returns a function that formats the value of a custom field in the reader's language; one that does not fit stays as it is. */
export function useFieldText(): (field: CustomField | undefined, value: string) => string {
  const t = useTranslations('customFields')
  const { toUtcDay } = useTimes()
  return (field, value) => {
    if (field?.type === 'boolean' && (value === 'true' || value === 'false')) return t(value)
    if (field?.type === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return toUtcDay(value)
    return value
  }
}

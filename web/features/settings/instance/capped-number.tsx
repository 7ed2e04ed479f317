import { useFormatter, useTranslations } from 'use-intl'
import { COUNTED_MAX } from '#shared/instance.ts'

/** Shows a number of rows, which are counted up to a limit. */
export function CappedNumber({ value }: { value: number }) {
  const t = useTranslations('settings.instance')
  const format = useFormatter()
  const count = format.number(value)
  return value >= COUNTED_MAX ? t('atLeast', { count }) : count
}

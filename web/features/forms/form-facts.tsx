import { useFormatter, useNow, useTranslations } from 'use-intl'
import { useProviderName } from './form-resource.ts'
import type { FormResource } from './form-resource.ts'

/** Shows a form's settings in brief. */
export function FormFacts({ form }: { form: FormResource }) {
  const t = useTranslations('forms')
  const format = useFormatter()
  const now = useNow({ updateInterval: 60_000 })
  const nameOf = useProviderName(t)
  const ago = (time: string) => format.relativeTime(new Date(time), now)
  return (
    <>
      <span>{nameOf(form.provider)}</span>
      {form.token_last_four && <code>…{form.token_last_four}</code>}
      {form.has_secret && <span>{t('signed')}</span>}
      {form.is_open && <span>{t('open')}</span>}
      <span>
        {form.rotated_at
          ? t('rotated', { when: ago(form.rotated_at) })
          : t('created', { when: ago(form.created_at) })}
      </span>
    </>
  )
}

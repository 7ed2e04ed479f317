import { useTranslations } from 'use-intl'
import { useTimes } from '../../lib/use-times.ts'
import { useProviderName } from './form-resource.ts'
import type { FormResource } from './form-resource.ts'

/** Shows a form's settings in brief. */
export function FormFacts({ form }: { form: FormResource }) {
  const t = useTranslations('forms')
  const { ago } = useTimes()
  const nameOf = useProviderName(t)
  return (
    <>
      <span>{nameOf(form.provider)}</span>
      <FormAccess form={form} />
      <span>
        {form.rotated_at
          ? t('rotated', { when: ago(form.rotated_at) })
          : t('created', { when: ago(form.created_at) })}
      </span>
    </>
  )
}

/** Shows how a form is protected: the end of its token, a signature, and whether it also accepts submissions without a token. */
export function FormAccess({ form }: { form: FormResource }) {
  const t = useTranslations('forms')
  return (
    <>
      {form.token_last_four && <code>…{form.token_last_four}</code>}{' '}
      {form.has_secret && <span>{t('signed')}</span>} {form.is_open && <span>{t('open')}</span>}
    </>
  )
}

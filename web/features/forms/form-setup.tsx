import { List } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { isFormProvider } from '#shared/forms.ts'
import { DimmedText } from '../../components/dimmed-text.tsx'
import { PageSection } from '../../components/page-section.tsx'
import { CodeBlock } from '../../components/code-block.tsx'
import { useProviderName } from './form-resource.ts'
import type { FormResource } from './form-resource.ts'
import { googleFormsScript } from './google-forms-script.ts'

/** Shows the steps that connect a form's service to `url`, in which `token` stands for the token. */
export function FormSetup(props: { form: FormResource; url: string; token: string }) {
  const { form, url, token } = props
  const t = useTranslations('forms')
  const nameOf = useProviderName(t)
  if (!isFormProvider(form.provider)) return null
  const title =
    form.provider === 'generic' ? t('setupOwn') : t('setupTitle', { name: nameOf(form.provider) })
  const steps = t.raw(`setup.${form.provider}`).split('\n')
  return (
    <PageSection title={title} gap="sm">
      <List type="ordered" size="sm" spacing={4} maw="44rem">
        {[...steps, t('setupLast')].map((step) => (
          <List.Item key={step}>{step}</List.Item>
        ))}
      </List>
      <DimmedText>{t('tokenPlaceholder', { token })}</DimmedText>
      <CodeBlock label={t('setupUrl')} text={url} />
      {form.provider === 'google' && (
        <CodeBlock label={t('script')} text={googleFormsScript(url)} maxHeight={480} />
      )}
    </PageSection>
  )
}

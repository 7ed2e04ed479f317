import { useTranslations } from 'use-intl'
import { CodeBlock } from '../../components/code-block.tsx'
import { SecretOnce } from '../../components/secret-once.tsx'
import type { FormToken } from './form-resource.ts'
import { formSnippet } from './form-samples.ts'
import { googleFormsScript } from './google-forms-script.ts'

/** Shows the form's URL with its token once, and the snippet to paste. */
export function FormTokenOnce({ form, onDone }: { form: FormToken | null; onDone: () => void }) {
  const t = useTranslations('forms')
  return (
    <SecretOnce
      secret={form?.url ?? null}
      title={t('tokenTitle')}
      text={t('tokenText')}
      label={t('tokenLabel')}
      doneLabel={t('tokenDone')}
      onDone={onDone}
    >
      {form?.provider === 'generic' && (
        <CodeBlock label="HTML" text={formSnippet(form.url)} maxHeight={280} />
      )}
      {form?.provider === 'google' && (
        <CodeBlock label={t('script')} text={googleFormsScript(form.url)} maxHeight={280} />
      )}
    </SecretOnce>
  )
}

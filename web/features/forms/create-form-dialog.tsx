import { NativeSelect, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslations } from 'use-intl'
import { FORM_NAME_CHARACTERS_MAX, FORM_PROVIDERS, FORM_SERVICES } from '#shared/forms.ts'
import type { FormProvider } from '#shared/forms.ts'
import { DimmedText } from '../../components/dimmed-text.tsx'
import { api } from '../../lib/api.ts'
import { refreshForms, useProviderName } from './form-resource.ts'
import { FormDialog } from '../../components/form-dialog.tsx'
import { useSubmit } from '../../components/use-submit.ts'
import type { FormToken } from './form-resource.ts'

/** The dialog that creates a form and passes its token to `onCreated`, to be shown once. */
export function CreateFormDialog(props: {
  onClose: () => void
  onCreated: (form: FormToken) => void
}) {
  const { onClose, onCreated } = props
  const t = useTranslations('forms')
  const form = useForm({
    initialValues: {
      name: '',
      provider: 'generic' as FormProvider,
      redirectUrl: '',
      secret: '',
    },
  })
  const create = useSubmit(form, {
    // The token is kept only in component state, never in a cache.
    send: async ({ name, provider, redirectUrl, secret }) => {
      onCreated(
        await api.post<FormToken>('/api/developer/forms', {
          name: name.trim(),
          provider,
          ...(provider === 'generic' && redirectUrl && { redirect_url: redirectUrl.trim() }),
          ...(provider !== 'generic' &&
            FORM_SERVICES[provider].secret !== 'none' &&
            secret && { secret: secret.trim() }),
        }),
      )
      onClose()
    },
    onDone: refreshForms,
  })
  const nameOf = useProviderName(t)
  const secretUse = FORM_SERVICES[form.values.provider].secret
  const isOwn = form.values.provider === 'generic'
  return (
    <FormDialog
      title={t('create')}
      autoComplete="off"
      request={create}
      submitLabel={t('create')}
      onClose={onClose}
    >
      <TextInput
        label={t('name')}
        description={t('nameHint')}
        required
        maxLength={FORM_NAME_CHARACTERS_MAX}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <NativeSelect
        label={t('provider')}
        data={FORM_PROVIDERS.map((value) => ({ value, label: nameOf(value) }))}
        {...form.getInputProps('provider')}
      />
      {isOwn ? (
        <TextInput
          type="url"
          label={t('redirect')}
          description={t('redirectHint')}
          placeholder="https://"
          {...form.getInputProps('redirectUrl')}
        />
      ) : secretUse === 'none' ? (
        <DimmedText>{t('noSecret', { name: nameOf(form.values.provider) })}</DimmedText>
      ) : (
        <PasswordInput
          label={t(secretUse === 'key' ? 'secretKey' : 'secret')}
          description={t(secretUse === 'key' ? 'secretKeyHint' : 'secretHint')}
          autoComplete="off"
          data-1p-ignore
          {...form.getInputProps('secret')}
        />
      )}
    </FormDialog>
  )
}

import { Checkbox, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslations } from 'use-intl'
import { FORM_NAME_CHARACTERS_MAX, FORM_SERVICES, isFormProvider } from '#shared/forms.ts'
import { api } from '../../lib/api.ts'
import { refreshForms } from './form-resource.ts'
import { FormDialog } from '../../components/form-dialog.tsx'
import { useSubmit } from '../../components/use-submit.ts'
import type { FormResource } from './form-resource.ts'

/** The dialog that edits a form's name, redirect URL and signing secret. */
export function EditFormDialog({
  form: shown,
  onClose,
}: {
  form: FormResource
  onClose: () => void
}) {
  const t = useTranslations('forms')
  const tStates = useTranslations('states')
  const form = useForm({
    initialValues: {
      name: shown.name,
      redirectUrl: shown.redirect_url ?? '',
      secret: '',
      isUnsigned: false,
    },
  })
  const save = useSubmit(form, {
    send: ({ name, redirectUrl, secret, isUnsigned }) =>
      api.patch(`/api/developer/forms/${shown.id}`, {
        name: name.trim(),
        redirect_url: redirectUrl.trim() || null,
        ...(isUnsigned ? { secret: null } : secret && { secret: secret.trim() }),
      }),
    done: t('saved'),
    onDone: () => {
      refreshForms()
      onClose()
    },
  })
  const secretUse = isFormProvider(shown.provider) ? FORM_SERVICES[shown.provider].secret : 'none'
  return (
    <FormDialog
      title={t('editTitle', { name: shown.name })}
      autoComplete="off"
      request={save}
      submitLabel={tStates('save')}
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
      <TextInput
        type="url"
        label={t('redirect')}
        description={t('redirectHint')}
        placeholder="https://"
        {...form.getInputProps('redirectUrl')}
      />
      {secretUse !== 'none' && (
        <PasswordInput
          label={t(secretUse === 'key' ? 'secretKey' : 'secret')}
          description={
            shown.has_secret
              ? t('newSecretHint')
              : t(secretUse === 'key' ? 'secretKeyHint' : 'secretHint')
          }
          autoComplete="off"
          data-1p-ignore
          disabled={form.values.isUnsigned}
          {...form.getInputProps('secret')}
        />
      )}
      {shown.has_secret && (
        <Checkbox
          label={t('removeSecret')}
          {...form.getInputProps('isUnsigned', { type: 'checkbox' })}
        />
      )}
    </FormDialog>
  )
}

import { Button, Checkbox, Group, Modal, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { FORM_NAME_CHARACTERS_MAX, FORM_SERVICES, isFormProvider } from '#shared/forms.ts'
import { api } from '../../lib/api.ts'
import { notifyDone } from '../../components/notify.ts'
import { refreshForms } from './form-resource.ts'
import { FormError } from '../../components/form-error.tsx'
import { toFieldErrors } from '../../lib/to-field-errors.ts'
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
  const save = useMutation({
    mutationFn: ({ name, redirectUrl, secret, isUnsigned }: typeof form.values) =>
      api.patch(`/api/developer/forms/${shown.id}`, {
        name: name.trim(),
        redirect_url: redirectUrl.trim() || null,
        ...(isUnsigned ? { secret: null } : secret && { secret: secret.trim() }),
      }),
    onSuccess: () => {
      notifyDone(t('saved'))
      refreshForms()
      onClose()
    },
    onError: (err) => form.setErrors(toFieldErrors(err)),
  })
  const secretUse = isFormProvider(shown.provider) ? FORM_SERVICES[shown.provider].secret : 'none'
  return (
    <Modal opened onClose={onClose} title={t('editTitle', { name: shown.name })}>
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} autoComplete="off">
        <Stack>
          <FormError error={save.error} />
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
          <Group justify="end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {tStates('cancel')}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {tStates('save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

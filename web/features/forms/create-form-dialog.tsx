import {
  Button,
  Group,
  Modal,
  NativeSelect,
  PasswordInput,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { FORM_NAME_CHARACTERS_MAX, FORM_PROVIDERS, FORM_SERVICES } from '#shared/forms.ts'
import type { FormProvider } from '#shared/forms.ts'
import { api } from '../../lib/api.ts'
import { refreshForms, useProviderName } from './form-resource.ts'
import { FormError } from '../../components/form-error.tsx'
import { toFieldErrors } from '../../lib/to-field-errors.ts'
import type { FormToken } from './form-resource.ts'

/** The dialog that creates a form and passes its token to `onCreated`, to be shown once. */
export function CreateFormDialog(props: {
  onClose: () => void
  onCreated: (form: FormToken) => void
}) {
  const { onClose, onCreated } = props
  const t = useTranslations('forms')
  const tStates = useTranslations('states')
  const form = useForm({
    initialValues: {
      name: '',
      provider: 'generic' as FormProvider,
      redirectUrl: '',
      secret: '',
    },
  })
  const create = useMutation({
    // The token is kept only in component state, never in a cache.
    mutationFn: async ({ name, provider, redirectUrl, secret }: typeof form.values) => {
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
    onSuccess: refreshForms,
    onError: (err) => form.setErrors(toFieldErrors(err)),
  })
  const nameOf = useProviderName(t)
  const secretUse = FORM_SERVICES[form.values.provider].secret
  const isOwn = form.values.provider === 'generic'
  return (
    <Modal opened onClose={onClose} title={t('create')}>
      <form onSubmit={form.onSubmit((values) => create.mutate(values))} autoComplete="off">
        <Stack>
          <FormError error={create.error} />
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
            <Text size="sm" c="dimmed">
              {t('noSecret', { name: nameOf(form.values.provider) })}
            </Text>
          ) : (
            <PasswordInput
              label={t(secretUse === 'key' ? 'secretKey' : 'secret')}
              description={t(secretUse === 'key' ? 'secretKeyHint' : 'secretHint')}
              autoComplete="off"
              data-1p-ignore
              {...form.getInputProps('secret')}
            />
          )}
          <Group justify="end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {tStates('cancel')}
            </Button>
            <Button type="submit" loading={create.isPending}>
              {t('create')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

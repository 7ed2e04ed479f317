import { Button, Group, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslations } from 'use-intl'
import { CurrentPasswordInput } from '../current-password-input.tsx'
import { FormError } from '../form-error.tsx'
import { useSubmit } from '../use-submit.ts'

/** Asks for the current password before a change of the second factor; `label` is the button's. */
export function PasswordForm<Answer>(props: {
  label: string
  isDangerous?: boolean
  submit: (password: string) => Promise<Answer>
  onDone: (answer: Answer) => void
  /** If given, the form has a button that cancels it. */
  onCancel?: (() => void) | undefined
}) {
  const { label, isDangerous = false, submit, onDone, onCancel } = props
  const t = useTranslations('security')
  const form = useForm({ initialValues: { currentPassword: '' } })
  const send = useSubmit(form, {
    send: ({ currentPassword }) => submit(currentPassword),
    onDone,
  })
  return (
    <form onSubmit={send.submit} aria-label={label}>
      <Stack>
        <FormError error={send.error} />
        <CurrentPasswordInput label={t('password')} {...form.getInputProps('currentPassword')} />
        <Group gap="xs">
          <Button type="submit" color={isDangerous ? 'red.8' : undefined} loading={send.isPending}>
            {label}
          </Button>
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {t('cancel')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

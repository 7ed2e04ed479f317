import { Button, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { PASSWORD_CHARACTERS } from '#shared/passwords.ts'
import { useSession } from '../../lib/session.ts'
import { toFieldErrors } from '../../lib/to-field-errors.ts'
import { FormError } from '../form-error.tsx'

/** Asks for the current password before a change of the second factor; `label` is the button's. */
export function PasswordForm<Answer>(props: {
  label: string
  isDangerous?: boolean
  submit: (password: string) => Promise<Answer>
  onDone: (answer: Answer) => void
}) {
  const { label, isDangerous = false, submit, onDone } = props
  const t = useTranslations('security')
  const { user } = useSession()
  const form = useForm({ initialValues: { currentPassword: '' } })
  const send = useMutation({
    mutationFn: (values: typeof form.values) => submit(values.currentPassword),
    onSuccess: onDone,
    onError: (err) => form.setErrors(toFieldErrors(err)),
  })
  return (
    <form onSubmit={form.onSubmit((values) => send.mutate(values))} aria-label={label}>
      <Stack>
        <FormError error={send.error} />
        {/* Password managers read the account from this field. */}
        <input
          type="email"
          name="email"
          autoComplete="username"
          value={user.email}
          readOnly
          hidden
        />
        <PasswordInput
          label={t('password')}
          name="current-password"
          autoComplete="current-password"
          required
          maxLength={PASSWORD_CHARACTERS.max}
          {...form.getInputProps('currentPassword')}
        />
        <Button
          type="submit"
          color={isDangerous ? 'red.8' : undefined}
          loading={send.isPending}
          w="fit-content"
        >
          {label}
        </Button>
      </Stack>
    </form>
  )
}

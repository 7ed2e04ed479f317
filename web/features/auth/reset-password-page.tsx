import { Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { PASSWORD_CHARACTERS } from '#shared/passwords.ts'
import { ParleyError } from '#client/core.ts'
import { api } from '../../lib/api.ts'
import { AuthFrame } from './auth-frame.tsx'
import { BackToSignIn } from './back-to-sign-in.tsx'
import { FormError } from '../../components/form-error.tsx'
import { NewPasswordInput } from '../../components/new-password-input.tsx'
import { useLinkToken } from './link-token.ts'

/** Shows the page that sets a new password, opened from a mailed link. */
export function ResetPasswordPage() {
  const t = useTranslations('auth')
  const token = useLinkToken()
  const form = useForm({ initialValues: { password: '' } })
  const reset = useMutation({
    mutationFn: ({ password }: typeof form.values) =>
      api.post('/api/auth/reset-password', { token, password }),
    onSuccess: () => window.location.assign('/sign-in?reason=password'),
    onError: (err) => {
      if (err instanceof ParleyError && err.errors[0])
        form.setFieldError('password', err.errors[0].message)
    },
  })
  const isOver =
    reset.error instanceof ParleyError && reset.error.code === 'password_reset_not_found'
  if (token === null || isOver)
    return (
      <AuthFrame title={t('resetOverTitle')} text={t('resetOver')}>
        <Button component={Link} to="/forgot-password">
          {t('newLink')}
        </Button>
        <BackToSignIn />
      </AuthFrame>
    )
  return (
    <AuthFrame title={t('resetTitle')} text={t('resetText')}>
      <form onSubmit={form.onSubmit((values) => reset.mutate(values))}>
        <Stack>
          <FormError error={reset.error} />
          <NewPasswordInput
            label={t('newPassword')}
            description={t('passwordHint', { count: PASSWORD_CHARACTERS.min })}
            name="password"
            autoFocus
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={reset.isPending}>
            {t('setPassword')}
          </Button>
        </Stack>
      </form>
    </AuthFrame>
  )
}

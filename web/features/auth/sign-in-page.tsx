import { Alert, Anchor, Button, Group, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { api } from '../../lib/api.ts'
import { toLocalPath } from '../../lib/to-local-path.ts'
import { AuthFrame } from './auth-frame.tsx'
import { EmailInput } from './email-input.tsx'
import { FirstAccount } from './first-account.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { needsSecondStep, SecondStep } from './second-step.tsx'
import { FormError } from '../../components/form-error.tsx'

/** Shows the sign-in page; afterwards it opens the page that was requested. */
export function SignInPage() {
  const t = useTranslations('auth')
  const tSso = useTranslations('sso')
  const { next, reason } = useSearch({ strict: false }) as { next?: string; reason?: string }
  const form = useForm({ initialValues: { email: '', password: '' } })
  const signIn = useMutation({
    mutationFn: (values: typeof form.values) => api.post<object>('/api/auth/sign-in/email', values),
    onSuccess: (answer) => {
      if (!needsSecondStep(answer)) window.location.assign(toLocalPath(next))
    },
    onError: () => document.querySelector<HTMLInputElement>('input[name="password"]')?.select(),
  })
  if (signIn.data && needsSecondStep(signIn.data))
    return <SecondStep next={toLocalPath(next)} onStartAgain={() => signIn.reset()} />
  return (
    <AuthFrame title={t('signIn')}>
      {reason === 'password' && !signIn.error && (
        <Alert color="green" role="status" c="var(--mantine-color-text)">
          {t('passwordChanged')}
        </Alert>
      )}
      {reason === 'workspace' && !signIn.error && (
        <Alert color="yellow" role="status" c="var(--mantine-color-text)">
          {t('noWorkspace')}
        </Alert>
      )}
      <FirstAccount />
      <form onSubmit={form.onSubmit((values) => signIn.mutate(values))}>
        <Stack>
          <FormError error={signIn.error} />
          <EmailInput autoComplete="username webauthn" {...form.getInputProps('email')} />
          <PasswordInput
            label={t('password')}
            name="password"
            autoComplete="current-password"
            required
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={signIn.isPending}>
            {t('signIn')}
          </Button>
          <PasskeySignIn next={toLocalPath(next)} />
          <Group justify="center">
            <Anchor component={Link} to="/forgot-password" size="sm">
              {t('forgot')}
            </Anchor>
            <Anchor href={toSso(next)} size="sm">
              {tSso('title')}
            </Anchor>
          </Group>
        </Stack>
      </form>
    </AuthFrame>
  )
}

function toSso(next: string | undefined): string {
  return next === undefined ? '/sso' : `/sso?${new URLSearchParams({ next })}`
}

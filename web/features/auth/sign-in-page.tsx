import { Alert, Button, Center, Paper, PasswordInput, Stack, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { usePageTitle } from '../../components/page.tsx'
import { api } from '../../lib/api.ts'

/** Where somebody signs in; afterwards they are where they wanted to be. */
export function SignInPage() {
  const t = useTranslations('auth')
  usePageTitle(t('signIn'))
  const { next } = useSearch({ strict: false }) as { next?: string }
  const form = useForm({ initialValues: { email: '', password: '' } })
  const signIn = useMutation({
    mutationFn: (values: typeof form.values) => api.post('/api/auth/sign-in/email', values),
    onSuccess: () => window.location.assign(toLocalPath(next)),
  })
  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper withBorder p="xl" radius="lg" w="100%" maw={400}>
        <form onSubmit={form.onSubmit((values) => signIn.mutate(values))}>
          <Stack>
            <Title order={1}>{t('signIn')}</Title>
            {signIn.error && (
              <Alert color="red" role="alert">
                {signIn.error.message}
              </Alert>
            )}
            <TextInput
              label={t('email')}
              type="email"
              autoComplete="username"
              required
              autoFocus
              {...form.getInputProps('email')}
            />
            <PasswordInput
              label={t('password')}
              autoComplete="current-password"
              required
              {...form.getInputProps('password')}
            />
            <Button type="submit" loading={signIn.isPending}>
              {t('signIn')}
            </Button>
          </Stack>
        </form>
      </Paper>
    </Center>
  )
}

/** A path of this app; never another site, whatever the link said. */
function toLocalPath(next: string | undefined): string {
  const url = next === undefined ? null : URL.parse(next, window.location.origin)
  return url && url.origin === window.location.origin ? url.pathname + url.search : '/'
}

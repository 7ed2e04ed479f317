import { Button, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { DimmedText } from '../../components/dimmed-text.tsx'
import { api } from '../../lib/api.ts'
import { AuthFrame } from './auth-frame.tsx'
import { BackToSignIn } from './back-to-sign-in.tsx'
import { EmailInput } from './email-input.tsx'
import { FormError } from '../../components/form-error.tsx'

/**
 * Shows the page that requests a link to reset a password. Its confirmation does not reveal whether the account
 * exists.
 */
export function ForgotPasswordPage() {
  const t = useTranslations('auth')
  const form = useForm({ initialValues: { email: '' } })
  const ask = useMutation({
    mutationFn: (values: typeof form.values) =>
      api.post('/api/auth/request-password-reset', values),
  })
  if (ask.isSuccess)
    return (
      <AuthFrame title={t('linkSentTitle')}>
        <Text role="status">{t('linkSent')}</Text>
        <DimmedText>{t('linkMissing')}</DimmedText>
        <BackToSignIn />
      </AuthFrame>
    )
  return (
    <AuthFrame title={t('forgotTitle')} text={t('forgotText')}>
      <form onSubmit={form.onSubmit((values) => ask.mutate(values))}>
        <Stack>
          <FormError error={ask.error} />
          <EmailInput {...form.getInputProps('email')} />
          <Button type="submit" loading={ask.isPending}>
            {t('sendLink')}
          </Button>
          <BackToSignIn />
        </Stack>
      </form>
    </AuthFrame>
  )
}

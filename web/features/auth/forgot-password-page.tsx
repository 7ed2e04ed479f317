import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { DimmedText } from '../../components/dimmed-text.tsx'
import { api } from '../../lib/api.ts'
import { AuthFrame } from './auth-frame.tsx'
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
  const back = (
    <Anchor component={Link} to="/sign-in" size="sm" mx="auto">
      {t('backToSignIn')}
    </Anchor>
  )
  if (ask.isSuccess)
    return (
      <AuthFrame pageTitle={t('linkSentTitle')} title={t('linkSentTitle')}>
        <Text role="status">{t('linkSent')}</Text>
        <DimmedText>{t('linkMissing')}</DimmedText>
        {back}
      </AuthFrame>
    )
  return (
    <AuthFrame pageTitle={t('forgotTitle')} title={t('forgotTitle')} text={t('forgotText')}>
      <form onSubmit={form.onSubmit((values) => ask.mutate(values))}>
        <Stack>
          <FormError error={ask.error} />
          <TextInput
            label={t('email')}
            type="email"
            name="email"
            autoComplete="username"
            required
            autoFocus
            {...form.getInputProps('email')}
          />
          <Button type="submit" loading={ask.isPending}>
            {t('sendLink')}
          </Button>
          {back}
        </Stack>
      </form>
    </AuthFrame>
  )
}

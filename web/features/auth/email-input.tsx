import { TextInput } from '@mantine/core'
import type { TextInputProps } from '@mantine/core'
import { useTranslations } from 'use-intl'

/** The field for the email address of an account, which browsers and password managers fill in. */
export function EmailInput(props: TextInputProps) {
  const t = useTranslations('auth')
  return (
    <TextInput
      label={t('email')}
      type="email"
      name="email"
      autoComplete="username"
      required
      autoFocus
      {...props}
    />
  )
}

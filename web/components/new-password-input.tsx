import { PasswordInput } from '@mantine/core'
import type { PasswordInputProps } from '@mantine/core'
import { PASSWORD_CHARACTERS } from '#shared/passwords.ts'

/** The field for a new password, which password managers fill in. */
export function NewPasswordInput(props: PasswordInputProps) {
  return (
    <PasswordInput
      autoComplete="new-password"
      minLength={PASSWORD_CHARACTERS.min}
      maxLength={PASSWORD_CHARACTERS.max}
      required
      {...props}
    />
  )
}

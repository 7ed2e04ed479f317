import { PasswordInput } from '@mantine/core'
import type { PasswordInputProps } from '@mantine/core'
import { PASSWORD_CHARACTERS } from '#shared/passwords.ts'
import { useSession } from '../lib/session.ts'

/** The field for the password of the signed-in user. Password managers read the account from a hidden field beside it. */
export function CurrentPasswordInput(props: PasswordInputProps) {
  const { user } = useSession()
  return (
    <>
      <input type="email" name="email" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordInput
        name="current-password"
        autoComplete="current-password"
        required
        maxLength={PASSWORD_CHARACTERS.max}
        {...props}
      />
    </>
  )
}

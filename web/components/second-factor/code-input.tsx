import { TextInput } from '@mantine/core'
import type { TextInputProps } from '@mantine/core'

/** The field for the six digits of an authenticator app, which phones and password managers fill in. */
export function CodeInput(props: TextInputProps) {
  return (
    <TextInput
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9 ]*"
      maxLength={7}
      required
      autoFocus
      {...props}
    />
  )
}

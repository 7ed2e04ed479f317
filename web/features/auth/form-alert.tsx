import { Alert } from '@mantine/core'
import { ApiError } from '../../lib/api.ts'

/** Shows why a request failed, unless the form's fields show it. */
export function FormAlert({ error }: { error: Error | null }) {
  if (!error || (error instanceof ApiError && error.fields.length > 0)) return null
  return (
    <Alert color="red" role="alert" c="var(--mantine-color-text)">
      {error.message}
    </Alert>
  )
}

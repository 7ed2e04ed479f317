import { Alert } from '@mantine/core'

/** Why something was refused, in the server's words. */
export function FormError({ error, title }: { error: Error | null; title?: string }) {
  if (!error) return null
  return (
    <Alert color="red" role="alert" mt="md" title={title} c="var(--mantine-color-text)">
      {error.message}
    </Alert>
  )
}

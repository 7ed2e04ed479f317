import { Center } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { ConnectionError, ParleyError } from '#client/core.ts'
import { ErrorState } from '../components/states.tsx'

/** Shows the page for a route that failed to load or render. Only a new document repeats what is no request to the API. */
export function RouteErrorPage({ error, reset }: ErrorComponentProps) {
  const isRequest = error instanceof ParleyError || error instanceof ConnectionError
  const retry = isRequest ? reset : () => window.location.reload()
  return (
    <Center component="main" mih="60vh" p="lg">
      <ErrorState error={error} onRetry={retry} />
    </Center>
  )
}

import { Center } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { ConnectionError, ParleyError } from '#client/core.ts'
import { ErrorState } from '../components/states.tsx'

/** Shows the page for a route that failed to load or render. A failure that is not of a request to the API is only repaired by reloading the page. */
export function RouteErrorPage({ error, reset }: ErrorComponentProps) {
  const isRequest = error instanceof ParleyError || error instanceof ConnectionError
  const retry = isRequest ? reset : () => window.location.reload()
  return (
    <Center component="main" mih="60vh" p="lg">
      <ErrorState error={error} onRetry={retry} />
    </Center>
  )
}

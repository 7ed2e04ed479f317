import { Center } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { ErrorState } from '../components/states.tsx'

/** Shows the page for a route that failed to load or render. */
export function RouteErrorPage({ error, reset }: ErrorComponentProps) {
  return (
    <Center component="main" mih="60vh" p="lg">
      <ErrorState error={error} onRetry={reset} />
    </Center>
  )
}

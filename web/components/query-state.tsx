import type { ReactNode } from 'react'
import { BackLink } from './back-link.tsx'
import { ErrorState, LoadingRows } from './states.tsx'

/** Shows that a query without data is loading, or why it failed. `back` is the list to which the page of a missing item links. */
export function QueryState(props: {
  query: { error: Error | null; refetch: () => unknown }
  loading?: ReactNode
  back?: { to: string; label: string }
}) {
  const { query, loading = <LoadingRows />, back } = props
  if (!query.error) return loading
  return (
    <ErrorState
      error={query.error}
      onRetry={() => void query.refetch()}
      back={back && <BackLink to={back.to}>{back.label}</BackLink>}
    />
  )
}

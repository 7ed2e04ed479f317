import { useEffect, useState } from 'react'

/**
 * The token of the link that led here. It came in the fragment, which no server sees, and leaves the address at once,
 * so that neither the history nor a screenshot keeps it.
 */
export function useLinkToken(): string | null {
  const [token] = useState(() => window.location.hash.slice(1) || null)
  useEffect(() => {
    if (window.location.hash)
      window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [])
  return token !== null && /^\w{16,128}$/.test(token) ? token : null
}

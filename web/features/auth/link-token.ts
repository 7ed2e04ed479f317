import { useEffect, useState } from 'react'

/**
 * Returns the token in the address of a mailed link. The token is in the fragment, which is never sent to a server,
 * and is removed from the address immediately so that neither the history nor a screenshot contains it.
 */
export function useLinkToken(): string | null {
  const [token] = useState(() => window.location.hash.slice(1) || null)
  useEffect(() => {
    if (window.location.hash)
      window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [])
  return token !== null && /^\w{16,128}$/.test(token) ? token : null
}

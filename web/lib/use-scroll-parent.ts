import { useEffect, useState } from 'react'

/** Returns the element that scrolls the page, for virtual lists; null in the first render. */
export function useScrollParent(): HTMLElement | null {
  const [parent, setParent] = useState<HTMLElement | null>(null)
  useEffect(() => setParent(document.getElementById('main')), [])
  return parent
}

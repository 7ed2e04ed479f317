import { useEffect, useState } from 'react'

/** The element by which the page around scrolls, for lists that show only what is in sight; null at first. */
export function useScrollParent(): HTMLElement | null {
  const [parent, setParent] = useState<HTMLElement | null>(null)
  useEffect(() => setParent(document.getElementById('main')), [])
  return parent
}

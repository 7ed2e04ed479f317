import { useEffect } from 'react'

/** Sets the browser's title. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Parley` : 'Parley'
  }, [title])
}

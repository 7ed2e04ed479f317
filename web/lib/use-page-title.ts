import { useEffect } from 'react'

let pageTitle = ''
let unread = 0

/** Sets the browser's title; null leaves it to a page within the page. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    if (title === null) return
    pageTitle = title
    writeTitle()
  }, [title])
}

/** Shows the number of unread notifications in front of the title of every page. */
export function setTitleCount(count: number): void {
  unread = count
  writeTitle()
}

function writeTitle(): void {
  const title = pageTitle ? `${pageTitle} · Parley` : 'Parley'
  document.title = unread > 0 ? `(${unread}) ${title}` : title
}

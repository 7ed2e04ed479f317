import { useLayoutEffect, useRef } from 'react'
import { createStore } from '../lib/create-store.ts'
import classes from './notice-place.module.css'

/** The places at whose lower edge notices are shown; `isPage`: the foot of the page, which makes room for them. */
export const noticePlaces = createStore<readonly { element: HTMLElement; isPage: boolean }[]>([])

/** Marks where notices are shown: at the foot of a pane, or else at the foot of the page. */
export function NoticePlace({ isPage = false }: { isPage?: boolean }) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const place = ref.current && { element: ref.current, isPage }
    if (!place) return undefined
    noticePlaces.update((before) => [...before, place])
    return () => noticePlaces.update((before) => before.filter((each) => each !== place))
  }, [isPage])
  return <div ref={ref} className={classes.place} />
}

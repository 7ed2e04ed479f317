import { useSession } from '../../lib/session.ts'
import { storage } from '../../lib/storage.ts'
import classes from './first-run-place.module.css'

/** Returns the key of a member's progress in this browser. */
export function useFirstRunKey(): string {
  const { workspace, membership } = useSession()
  return `parley-first-run:${workspace.id}:${membership.id}`
}

/** Keeps the place of `FirstRun` while its code loads, so that the inbox does not move when it is there. */
export function FirstRunPlace() {
  const { workspace, membership } = useSession()
  const kept = storage.get(useFirstRunKey()) ?? ''
  const isThere = workspace.slug === 'demo' && membership.role === 'admin'
  if (!isThere || kept.includes('isDismissed":true') || !location.pathname.startsWith('/inbox'))
    return null
  return (
    <div
      className={classes.place}
      data-beside={kept.includes('isFolded":true') ? undefined : 'wide'}
    />
  )
}

import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLive, useLiveState } from '../../../lib/live.ts'
import { useSession } from '../../../lib/session.ts'
import { flushDrafts, followOwnDrafts, ownDraftsQuery } from './draft-sync.ts'
import { followOtherTabs } from './drafts.ts'
import { heldRepliesQuery } from './held-replies.ts'

/** Keeps the member's own drafts up to date, which other tabs and devices change, too. */
export function OwnDraftsLive(): null {
  const { membership } = useSession()
  // Only once the stream is open, so that nothing is missed between the read and the first signal.
  const isLive = useLiveState() === 'live'
  useQuery({ ...ownDraftsQuery(membership.id), enabled: isLive })
  useQuery({ ...heldRepliesQuery(membership.id), enabled: isLive })
  useLive(({ type, data }) => {
    if (type === 'own-drafts')
      followOwnDrafts(membership.id, data as Parameters<typeof followOwnDrafts>[1])
  })
  useEffect(followOtherTabs, [])
  useEffect(() => {
    const onHide = () => {
      if (document.hidden) flushDrafts()
    }
    window.addEventListener('pagehide', flushDrafts)
    document.addEventListener('visibilitychange', onHide)
    return () => {
      window.removeEventListener('pagehide', flushDrafts)
      document.removeEventListener('visibilitychange', onHide)
    }
  }, [])
  return null
}

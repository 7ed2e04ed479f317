import { Suspense } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useInboxLive } from './data/use-inbox-live.ts'

const OwnDraftsLive = lazyPart(
  async () => (await import('./composer/own-drafts-live.ts')).OwnDraftsLive,
)

/** Keeps the inbox's cache live, in a separate component so that the stream rerenders nothing else. */
export function InboxLive() {
  useInboxLive()
  return (
    <Suspense fallback={null}>
      <OwnDraftsLive />
    </Suspense>
  )
}

import { useInboxLive } from './data/use-inbox-live.ts'

/** Keeps what is kept of the inbox live. By itself: what the stream does then draws nothing else anew. */
export function InboxLive() {
  useInboxLive()
  return null
}

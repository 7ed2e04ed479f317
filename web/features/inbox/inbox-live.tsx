import { useInboxLive } from './data/use-inbox-live.ts'

/** Keeps the inbox's cache live. A component of its own, so that the stream rerenders nothing else. */
export function InboxLive() {
  useInboxLive()
  return null
}

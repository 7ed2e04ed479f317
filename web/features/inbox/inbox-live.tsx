import { useInboxLive } from './data/use-inbox-live.ts'

/** Keeps the inbox's cache live, in a separate component so that the stream rerenders nothing else. */
export function InboxLive() {
  useInboxLive()
  return null
}

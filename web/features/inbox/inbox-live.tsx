import { useInboxLive } from './data/use-inbox-live.ts'
import { useInboxBackground } from './thread/thread-part.ts'

/** Keeps the inbox's cache live, in a separate component so that the stream rerenders nothing else. */
export function InboxLive() {
  useInboxLive()
  const Background = useInboxBackground()
  return Background ? <Background /> : null
}

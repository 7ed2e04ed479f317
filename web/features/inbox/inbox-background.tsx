import { useEffect } from 'react'
import { OwnDraftsLive } from './composer/own-drafts-live.ts'
import { followKeyboard } from './follow-keyboard.ts'
import { ChatSwipe } from './list/chat-swipe.tsx'

/** The parts of the inbox that the list does not wait for: own drafts, swipes, and the space of a phone's keyboard. */
export function InboxBackground() {
  useEffect(followKeyboard, [])
  return (
    <>
      <OwnDraftsLive />
      <ChatSwipe />
    </>
  )
}

import type { WidgetSettings } from './client.ts'
import type { Conversation, ConversationState } from './conversation.ts'
import { createView } from './view.ts'

const BEFORE_FIRST_MESSAGE: ConversationState = {
  messages: [],
  hasOlder: false,
  isOffline: false,
  isKnown: false,
  isTyping: false,
  unread: 0,
}

const nothing = () => undefined

/** A conversation that nobody takes part in. */
const NO_CONVERSATION: Conversation = {
  resume: nothing,
  send: nothing,
  resend: nothing,
  remove: nothing,
  type: nothing,
  loadOlder: () => Promise.resolve(),
  setOpen: nothing,
  identify: nothing,
  read: () => BEFORE_FIRST_MESSAGE,
}

/** Shows the open widget with these settings at the end of `parent`, for looking at only. The returned function removes it. */
export function showPreview(
  parent: HTMLElement,
  settings: WidgetSettings,
  theme: 'light' | 'dark',
): () => void {
  const readSettings = () => Promise.resolve(settings)
  const view = createView(NO_CONVERSATION, settings, { parent, theme, readSettings })
  // What cannot be used takes no focus from the form beside it.
  view.host.inert = true
  view.setOpen(true)
  return () => view.host.remove()
}

import { createClient, RequestFailure } from './client.ts'
import type { WidgetSettings } from './client.ts'
import { createConversation } from './conversation.ts'
import { createStorage } from './storage.ts'
import { createView } from './view.ts'

/** What a page calls: to open or close the chat, and to say who is signed in. */
type ParleyChat = {
  open: () => void
  close: () => void
  /** Passes the token by which the site vouches for the user; null when the user signed out. */
  identify: (userToken: string | null) => void
}

declare global {
  interface Window {
    ParleyChat?: ParleyChat
  }
}

const RETRY_MS = 30_000

const script = document.currentScript as HTMLScriptElement | null
const publicId = script?.dataset['channel']
if (script && publicId && !window.ParleyChat) start(script, publicId)

/** Starts the widget that a script element asks for; its attributes are the settings of the page. */
function start(element: HTMLScriptElement, channel: string): void {
  const client = createClient(new URL(element.src).origin, channel)
  const conversation = createConversation(client, createStorage(channel), () => view?.show())
  let view: ReturnType<typeof createView> | undefined
  let wantsOpen = false

  window.ParleyChat = {
    open: () => (view ? view.setOpen(true) : (wantsOpen = true)),
    close: () => (view ? view.setOpen(false) : (wantsOpen = false)),
    identify: (userToken) => conversation.identify(userToken ?? undefined),
  }
  const { user, theme, dir } = element.dataset
  if (user) conversation.identify(user)
  else conversation.resume()

  async function load(): Promise<void> {
    let settings: WidgetSettings
    try {
      settings = await client.readSettings()
    } catch (err) {
      const isRefused = err instanceof RequestFailure && err.status === 403
      // A developer of the site reads it; visitors see a page without a chat.
      if (isRefused)
        console.warn(`Parley: the web chat ${channel} does not allow ${location.origin}.`)
      else setTimeout(() => void load(), RETRY_MS)
      return
    }
    view = createView(conversation, settings, {
      parent: document.body,
      theme,
      direction: dir,
      readSettings: () => client.readSettings(),
    })
    view.show()
    if (wantsOpen) view.setOpen(true)
  }
  void load()
}

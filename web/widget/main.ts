import { createClient, RequestFailure } from './client.ts'
import type { WidgetSettings } from './client.ts'
import { createConversation } from './conversation.ts'
import { create, createIcon } from './dom.ts'
import { createPanel } from './panel.ts'
import { createStorage } from './storage.ts'
import { STYLES, textOn } from './styles.ts'
import { chooseTexts } from './texts.ts'

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

const SPEECH = 'M21 12a8 8 0 0 1-8 8H4l2-3.2A8 8 0 1 1 21 12z'
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
  const { user, theme } = element.dataset
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
    view = createView(conversation, settings, theme, () => client.readSettings())
    view.show()
    if (wantsOpen) view.setOpen(true)
  }
  void load()
}

/** Shows the button and the panel in a shadow root at the end of the page. */
function createView(
  conversation: ReturnType<typeof createConversation>,
  settings: WidgetSettings,
  theme: string | undefined,
  readSettings: () => Promise<WidgetSettings>,
) {
  const { language, texts } = chooseTexts(settings.language)
  const host = create('div', '', { 'data-parley-chat': '', lang: language })
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(STYLES)
  root.adoptedStyleSheets = [sheet]
  host.style.setProperty('--accent', settings.color)
  host.style.setProperty('--on-accent', textOn(settings.color))

  const badge = create('span', 'badge', { 'aria-hidden': 'true' })
  const launcher = create('button', 'launcher', { type: 'button' })
  launcher.append(createIcon(SPEECH), badge)
  const panel = createPanel(conversation, settings, {
    texts,
    language,
    onClose: () => setOpen(false),
  })
  let isOpen = false
  panel.element.hidden = true
  root.append(launcher, panel.element)

  const dark = window.matchMedia('(prefers-color-scheme: dark)')
  const paint = () => {
    host.dataset['theme'] =
      theme === 'light' || theme === 'dark' ? theme : dark.matches ? 'dark' : 'light'
  }
  dark.addEventListener('change', paint)
  paint()

  function show(): void {
    const state = conversation.read()
    panel.show(state)
    badge.hidden = state.unread === 0
    badge.textContent = state.unread > 9 ? '9+' : String(state.unread)
    launcher.setAttribute('aria-expanded', String(isOpen))
    launcher.setAttribute(
      'aria-label',
      isOpen
        ? texts.close
        : state.unread > 0
          ? `${texts.open}: ${texts.unread(state.unread)}`
          : texts.open,
    )
  }

  function setOpen(open: boolean): void {
    if (open === isOpen) return
    isOpen = open
    panel.element.hidden = !open
    host.toggleAttribute('data-open', open)
    conversation.setOpen(open)
    show()
    if (!open) return launcher.focus()
    panel.focus()
    // The page may have been open for long.
    void readSettings().then(
      ({ online }) => panel.showOnline(online),
      () => undefined,
    )
  }

  launcher.addEventListener('click', () => setOpen(!isOpen))
  root.addEventListener('keydown', (event) => {
    if ((event as KeyboardEvent).key !== 'Escape' || !isOpen) return
    event.stopPropagation()
    setOpen(false)
  })
  document.body.append(host)
  return { show, setOpen }
}

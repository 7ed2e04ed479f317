import type { WidgetSettings } from './client.ts'
import type { Conversation } from './conversation.ts'
import { create, createIcon } from './dom.ts'
import { createPanel } from './panel.ts'
import { STYLES, textOn } from './styles.ts'
import { chooseTexts, directionOf } from './texts.ts'

const SPEECH = 'M21 12a8 8 0 0 1-8 8H4l2-3.2A8 8 0 1 1 21 12z'
const CROSS = 'M6 6l12 12M18 6L6 18'

/** The widget on a page. `host`: its element, whose shadow root has the button and the panel. */
type WidgetView = { host: HTMLElement; show: () => void; setOpen: (open: boolean) => void }

/**
 * Shows the button and the panel in a shadow root at the end of `parent`. `theme`: `light` or `dark`, else the visitor's. `direction`: `ltr`
 * or `rtl`, else that of the language.
 */
export function createView(
  conversation: Conversation,
  settings: WidgetSettings,
  page: {
    parent: HTMLElement
    theme?: string | undefined
    direction?: string | undefined
    readSettings: () => Promise<Pick<WidgetSettings, 'online'>>
  },
): WidgetView {
  const { theme, direction } = page
  const { language, texts } = chooseTexts(settings.language)
  const dir = direction === 'rtl' || direction === 'ltr' ? direction : directionOf(language)
  const host = create('div', '', { 'data-parley-chat': '', lang: language, dir })
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(STYLES)
  root.adoptedStyleSheets = [sheet]
  host.style.setProperty('--accent', settings.color)
  host.style.setProperty('--on-accent', textOn(settings.color))

  const badge = create('span', 'badge', { 'aria-hidden': 'true' })
  const launcher = create('button', 'launcher', { type: 'button' })
  launcher.append(createIcon(SPEECH, 'speech'), createIcon(CROSS, 'cross'), badge)
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
    void page.readSettings().then(
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
  page.parent.append(host)
  return { host, show, setOpen }
}

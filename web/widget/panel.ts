import { markOf, toggleMark } from '#shared/toggle-mark.ts'
import type { WidgetSettings } from './client.ts'
import type { Claims, Conversation, ConversationState } from './conversation.ts'
import { create, createIcon } from './dom.ts'
import { createMessageList } from './message-list.ts'
import { createStartForm } from './start-form.ts'
import type { WidgetTexts } from './texts.ts'

const TEXT_CHARACTERS_MAX = 4_000
const FILE_BYTES_MAX = 10 * 1024 * 1024
/** The types that the server accepts; browsers of phones convert pictures to one of them. */
const FILE_TYPES =
  'image/jpeg,image/png,image/webp,video/mp4,video/3gpp,audio/*,.pdf,.txt,.doc,.docx,.xls,.xlsx,.ppt,.pptx'
const CLIP =
  'M21 11l-9 9a5.5 5.5 0 0 1-8-8l9-9a3.7 3.7 0 0 1 5.3 5.3l-9 9a1.8 1.8 0 0 1-2.6-2.6l8-8'
const CLOSE = 'M6 6l12 12M18 6L6 18'

/** The panel with the conversation. `focus` puts the cursor where one writes. */
type Panel = {
  element: HTMLElement
  show: (state: ConversationState) => void
  showOnline: (online: WidgetSettings['online']) => void
  focus: () => void
}

/** Creates the panel. Before the first message, a step asks who the visitor is, as the settings say. */
export function createPanel(
  conversation: Conversation,
  settings: WidgetSettings,
  { texts, language, onClose }: { texts: WidgetTexts; language: string; onClose: () => void },
): Panel {
  const list = createMessageList(conversation, {
    texts,
    language,
    greeting: settings.greeting || texts.greeting,
    name: settings.name,
  })
  const close = create('button', 'close', { type: 'button', 'aria-label': texts.close })
  close.append(createIcon(CLOSE))
  close.addEventListener('click', onClose)
  const presence = create('p', 'presence', { role: 'status' })
  const head = create(
    'div',
    'head',
    {},
    create('div', 'title', {}, create('h2', '', { dir: 'auto' }, settings.name), presence),
    close,
  )
  const note = create('p', 'note', { role: 'status' })
  const problem = create('p', 'note bad', { role: 'alert' })
  const text = create('textarea', 'input text', {
    rows: '1',
    maxlength: String(TEXT_CHARACTERS_MAX),
    'aria-label': texts.write,
    placeholder: texts.write,
    enterkeyhint: 'send',
    dir: 'auto',
  })
  const files = create('input', '', { type: 'file', accept: FILE_TYPES, multiple: '' })
  files.hidden = true
  const attach = create('button', 'attach', { type: 'button', 'aria-label': texts.attach })
  attach.append(createIcon(CLIP))
  const typing = create('p', 'typing', { role: 'status' })
  const send = create('button', 'send', { type: 'submit' }, texts.send)
  const form = create('form', 'form', { novalidate: '' }, problem)
  form.append(create('div', 'row', {}, attach, files, text, send))
  let claims: Claims = {}
  let isAnswered = false
  const start = createStartForm(settings, {
    texts,
    onDone(given) {
      claims = given
      isAnswered = true
      show(conversation.read())
      text.focus()
    },
  })
  const element = create('section', 'panel', { role: 'dialog', 'aria-label': settings.name })
  element.append(head, list.element, typing, note, start.element, form)
  problem.hidden = true
  note.hidden = true
  typing.hidden = true

  function explain(message: string | null): void {
    problem.hidden = message === null
    problem.textContent = message
  }

  function sendFiles(given: Iterable<File>): void {
    explain(null)
    for (const file of given)
      if (file.size > FILE_BYTES_MAX) explain(`${file.name}: ${texts.fileTooLarge}`)
      else conversation.send('', claims, file)
    text.focus()
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const words = text.value.trim()
    if (words === '') return text.focus()
    explain(null)
    conversation.send(words, claims)
    text.value = ''
    text.focus()
  })
  attach.addEventListener('click', () => files.click())
  files.addEventListener('change', () => {
    sendFiles([...files.files!])
    files.value = ''
  })
  text.addEventListener('paste', (event) => {
    const { files: pasted } = event.clipboardData!
    if (pasted.length === 0) return
    event.preventDefault()
    sendFiles(pasted)
  })
  text.addEventListener('input', () => conversation.type(text.value.trim() !== ''))
  text.addEventListener('keydown', (event) => {
    const mark = markOf(event)
    if (mark) {
      event.preventDefault()
      const { value, selectionStart: start, selectionEnd: end } = text
      const made = toggleMark({ text: value, start, end }, mark)
      text.value = made.text
      text.setSelectionRange(made.start, made.end)
    }
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    form.requestSubmit()
  })

  function showOnline(online: WidgetSettings['online']): void {
    presence.hidden = typeof online !== 'boolean'
    const words = presence.hidden ? '' : online ? texts.online : texts.away
    if (presence.textContent !== words) presence.textContent = words
    presence.toggleAttribute('data-online', online === true)
  }
  showOnline(settings.online)

  function show(state: ConversationState): void {
    typing.hidden = !state.isTyping
    if (state.isTyping !== (typing.textContent !== ''))
      typing.textContent = state.isTyping ? texts.typing : ''
    list.show(state)
    const isBegun = isAnswered || state.isKnown || state.messages.length > 0
    start.element.hidden = isBegun || !start.isAsking
    form.hidden = !start.element.hidden
    note.hidden = !state.isOffline
    if (state.isOffline !== (note.textContent !== ''))
      note.textContent = state.isOffline ? texts.offline : ''
  }

  return {
    element,
    show,
    showOnline,
    focus: () => (form.hidden ? start.focus() : text.focus()),
  }
}

import { markOf, toggleMark } from '#shared/toggle-mark.ts'
import type { WidgetSettings } from './client.ts'
import type { Claims, Conversation, ConversationState } from './conversation.ts'
import { create, createIcon } from './dom.ts'
import { createMessageList } from './message-list.ts'
import type { WidgetTexts } from './texts.ts'

const TEXT_CHARACTERS_MAX = 4_000
const FILE_BYTES_MAX = 10 * 1024 * 1024
/** The types that the server accepts; browsers of phones convert pictures to one of them. */
const FILE_TYPES =
  'image/jpeg,image/png,image/webp,video/mp4,video/3gpp,audio/*,.pdf,.txt,.doc,.docx,.xls,.xlsx,.ppt,.pptx'
const CLIP =
  'M21 11l-9 9a5.5 5.5 0 0 1-8-8l9-9a3.7 3.7 0 0 1 5.3 5.3l-9 9a1.8 1.8 0 0 1-2.6-2.6l8-8'
const CLOSE = 'M6 6l12 12M18 6L6 18'
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** The panel with the conversation. `focus` puts the cursor where one writes. */
type Panel = {
  element: HTMLElement
  show: (state: ConversationState) => void
  showOnline: (online: WidgetSettings['online']) => void
  focus: () => void
}

/** Creates the panel. It asks for details before the first message, as the settings say. */
export function createPanel(
  conversation: Conversation,
  settings: WidgetSettings,
  { texts, language, onClose }: { texts: WidgetTexts; language: string; onClose: () => void },
): Panel {
  const list = createMessageList(conversation, {
    texts,
    language,
    greeting: settings.greeting || texts.greeting,
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
  const name = createField('name', texts.name, settings.name_field, texts.optional)
  const email = createField('email', texts.email, settings.email_field, texts.optional)
  const fields = create('div', 'fields', {}, ...name.nodes, ...email.nodes)
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
  const form = create('form', 'form', { novalidate: '' }, fields, problem)
  form.append(create('div', 'row', {}, attach, files, text, send))
  const element = create('section', 'panel', { role: 'dialog', 'aria-label': settings.name })
  element.append(head, list.element, typing, note, form)
  problem.hidden = true
  note.hidden = true
  typing.hidden = true

  function explain(message: string | null, field?: HTMLElement): void {
    problem.hidden = message === null
    problem.textContent = message
    field?.focus()
  }

  function refuse(message: string, field: HTMLElement): undefined {
    explain(message, field)
    return undefined
  }

  /** Returns what the visitor says about themselves; undefined, and explains why, if something is missing or wrong. */
  function readClaims(): Claims | undefined {
    if (fields.hidden) return {}
    for (const field of [name, email])
      if (field.isRequired && field.input.value.trim() === '')
        return refuse(field.label, field.input)
    const address = email.input.value.trim()
    if (address !== '' && !EMAIL.test(address)) return refuse(texts.emailWrong, email.input)
    return { ...name.read(), ...email.read() }
  }

  function sendFiles(given: Iterable<File>): void {
    const claims = readClaims()
    if (!claims) return
    explain(null)
    for (const file of given)
      if (file.size > FILE_BYTES_MAX) explain(`${file.name}: ${texts.fileTooLarge}`)
      else conversation.send('', claims, file)
    text.focus()
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const words = text.value.trim()
    const claims = readClaims()
    if (!claims) return
    if (words === '') return text.focus()
    explain(null)
    conversation.send(words, claims)
    text.value = ''
    text.focus()
  })
  attach.addEventListener('click', () => readClaims() && files.click())
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

  return {
    element,
    showOnline,
    focus: () => (fields.hidden || !name.isRequired ? text : name.input).focus(),
    show(state) {
      typing.hidden = !state.isTyping
      if (state.isTyping !== (typing.textContent !== ''))
        typing.textContent = state.isTyping ? texts.typing : ''
      list.show(state)
      const isAsked = settings.name_field !== 'hidden' || settings.email_field !== 'hidden'
      fields.hidden = !isAsked || state.isKnown || state.messages.length > 0
      const isNoted = state.isOffline
      note.hidden = !isNoted
      if (isNoted !== (note.textContent !== '')) note.textContent = isNoted ? texts.offline : ''
    },
  }
}

function createField(
  name: 'name' | 'email',
  label: string,
  mode: WidgetSettings['name_field'],
  optional: string,
) {
  const isRequired = mode === 'required'
  const input = create('input', 'input', {
    type: name === 'email' ? 'email' : 'text',
    autocomplete: name,
    maxlength: name === 'email' ? '254' : '200',
    ...(isRequired && { required: '' }),
  })
  const text = isRequired ? label : `${label} (${optional})`
  const nodes = mode === 'hidden' ? [] : [create('label', 'label', {}, text, input)]
  return {
    nodes,
    input,
    label,
    isRequired,
    read: () => (input.value.trim() === '' ? {} : { [name]: input.value.trim() }),
  }
}

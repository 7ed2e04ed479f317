import type { WidgetSettings } from './client.ts'
import type { Conversation, ConversationState } from './conversation.ts'
import { create, createIcon } from './dom.ts'
import { createMessageList } from './message-list.ts'
import type { WidgetTexts } from './texts.ts'

const TEXT_CHARACTERS_MAX = 4_000
const CLOSE = 'M6 6l12 12M18 6L6 18'
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** The panel with the conversation. `focus` puts the cursor where one writes. */
type Panel = {
  element: HTMLElement
  show: (state: ConversationState) => void
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
  const head = create(
    'div',
    'head',
    {},
    create('h2', 'title', { dir: 'auto' }, settings.name),
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
  const send = create('button', 'send', { type: 'submit' }, texts.send)
  const form = create('form', 'form', { novalidate: '' }, fields, problem)
  form.append(create('div', 'row', {}, text, send))
  const element = create('section', 'panel', { role: 'dialog', 'aria-label': settings.name })
  element.append(head, list.element, note, form)
  problem.hidden = true
  note.hidden = true

  function explain(message: string | null, field?: HTMLElement): void {
    problem.hidden = message === null
    problem.textContent = message
    field?.focus()
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const words = text.value.trim()
    if (!fields.hidden) {
      for (const field of [name, email])
        if (field.isRequired && field.input.value.trim() === '')
          return explain(field.label, field.input)
      const address = email.input.value.trim()
      if (address !== '' && !EMAIL.test(address)) return explain(texts.emailWrong, email.input)
    }
    if (words === '') return text.focus()
    explain(null)
    conversation.send(words, fields.hidden ? {} : { ...name.read(), ...email.read() })
    text.value = ''
    text.focus()
  })
  text.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    form.requestSubmit()
  })

  return {
    element,
    focus: () => (fields.hidden || !name.isRequired ? text : name.input).focus(),
    show(state) {
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

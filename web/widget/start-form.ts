import type { WidgetSettings } from './client.ts'
import type { Claims } from './conversation.ts'
import { create } from './dom.ts'
import type { WidgetTexts } from './texts.ts'

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** The step before a conversation that asks who the visitor is. */
type StartForm = { element: HTMLFormElement; isAsking: boolean; focus: () => void }

/** Creates the step, as the settings say. `onDone` gets what the visitor says about themselves. */
export function createStartForm(
  settings: Pick<WidgetSettings, 'name_field' | 'email_field'>,
  { texts, onDone }: { texts: WidgetTexts; onDone: (claims: Claims) => void },
): StartForm {
  const name = createField('name', texts.name, settings.name_field, texts.optional)
  const email = createField('email', texts.email, settings.email_field, texts.optional)
  const fields = [name, email].filter(({ isAsked }) => isAsked)
  const problem = create('p', 'problem bad', { role: 'alert', id: 'problem' })
  const element = create(
    'form',
    'form start',
    { novalidate: '' },
    create('p', 'intro', {}, texts.introduce),
    ...fields.map(({ label }) => label),
    problem,
    create('button', 'send', { type: 'submit' }, texts.start),
  )
  problem.hidden = true

  function explain(message: string | null, field?: HTMLInputElement): void {
    problem.hidden = message === null
    problem.textContent = message
    for (const { input } of fields)
      if (input === field) {
        input.setAttribute('aria-invalid', 'true')
        input.setAttribute('aria-describedby', 'problem')
        input.focus()
      } else for (const each of ['aria-invalid', 'aria-describedby']) input.removeAttribute(each)
  }

  element.addEventListener('submit', (event) => {
    event.preventDefault()
    const valueOf = (field: typeof name) => field.input.value.trim()
    if (name.isRequired && valueOf(name) === '') return explain(texts.nameMissing, name.input)
    const address = valueOf(email)
    if (address === '' ? email.isRequired : !EMAIL.test(address))
      return explain(texts.emailWrong, email.input)
    explain(null)
    onDone({
      ...(valueOf(name) && { name: valueOf(name) }),
      ...(address && { email: address }),
    })
  })

  return { element, isAsking: fields.length > 0, focus: () => fields[0]?.input.focus() }
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
  return {
    input,
    isRequired,
    isAsked: mode !== 'hidden',
    label: create('label', 'label', {}, text, input),
  }
}

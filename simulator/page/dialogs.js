import { api } from './api.js'
import { h, iconButton, toast } from './dom.js'
import { openPerson, reload, store } from './store.js'

/** Opens a dialog with a title and returns it; Escape and a click outside close it. */
export function openDialog(title, ...content) {
  const dialog = h(
    'dialog',
    { class: 'dialog', 'aria-label': title },
    h(
      'header',
      {},
      h('h2', {}, title),
      iconButton('close', 'Close', () => dialog.close()),
    ),
    ...content,
  )
  dialog.addEventListener('close', () => dialog.remove())
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close())
  document.body.append(dialog)
  dialog.showModal()
  return dialog
}

/** Opens a form; `take` receives its values and may throw with a readable reason. */
export function formDialog(title, fields, action, take) {
  const wrong = h('p', { class: 'wrong', role: 'alert' })
  const dialog = openDialog(
    title,
    h(
      'form',
      {
        method: 'dialog',
        onsubmit: async (event) => {
          event.preventDefault()
          try {
            await take(Object.fromEntries(new FormData(event.target)))
            dialog.close()
          } catch (error) {
            wrong.textContent = error.message
          }
        },
      },
      fields.map(({ name, label, hint, long, ...input }) =>
        h(
          'label',
          { class: 'field' },
          h('span', {}, label),
          h(long ? 'textarea' : 'input', {
            name,
            autocomplete: 'off',
            ...(long && { rows: 5 }),
            ...input,
          }),
          hint && h('span', { class: 'muted small' }, hint),
        ),
      ),
      wrong,
      h('button', { class: 'primary' }, action),
    ),
  )
}

/** Opens the form for a new customer and selects them. */
export function addPersonDialog() {
  formDialog(
    'Add person',
    [
      { name: 'name', label: 'Name', required: true, placeholder: 'Ida Lund' },
      {
        name: 'phone',
        label: 'Phone',
        placeholder: '+47 401 55 018',
        inputmode: 'tel',
        hint: 'Leave empty for a person who only has a user name.',
      },
      { name: 'username', label: 'User name', placeholder: 'ida.lund' },
    ],
    'Add person',
    async ({ name, phone, username }) => {
      const digits = phone.replace(/\D/g, '')
      if (!digits && !username) throw new Error('Enter a phone number or a user name.')
      if (phone && digits.length < 7)
        throw new Error('Enter a phone number with at least seven digits.')
      const added = await api.addPerson({
        name,
        ...(digits && { wa_id: `+${digits}` }),
        ...(username && { username: username.replace(/^@/, '') }),
        user_id: `${digits.startsWith('1') ? 'US' : 'XX'}.${crypto.getRandomValues(new Uint32Array(2)).join('')}`,
        ...(!digits && { hides_phone: true }),
      })
      store.people.set(added.id, added)
      document.getElementById('app').dataset.view = 'chat'
      await openPerson(added.id)
    },
  )
}

/** Opens the form for the business number to write to. */
export function addNumberDialog() {
  formDialog(
    'Add business number',
    [
      {
        name: 'phone_number_id',
        label: 'Phone number ID',
        required: true,
        pattern: '\\d{1,30}',
        inputmode: 'numeric',
        hint: 'Digits only, as shown in your app’s API setup.',
      },
      {
        name: 'display_phone_number',
        label: 'Display phone number',
        inputmode: 'tel',
        placeholder: '+1 555 014 9000',
      },
      { name: 'verified_name', label: 'Name', placeholder: 'Harbour Bakery' },
    ],
    'Add number',
    async (given) => {
      const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
      await api.addNumber(filled)
      store.numberId = given.phone_number_id
      localStorage.setItem('number', given.phone_number_id)
      await reload()
    },
  )
}

/** Opens the form for a customer's new phone number. */
export function changeNumberDialog(one) {
  formDialog(
    'Change phone number',
    [
      {
        name: 'phone',
        label: `New number (currently ${one.phone})`,
        required: true,
        inputmode: 'tel',
      },
    ],
    'Change number',
    async ({ phone }) => {
      await api.happen(one.id, {
        event: 'user_changed_number',
        wa_id: phone,
        phone_number_id: store.numberId,
      })
      toast('The business was notified of the new number.')
    },
  )
}

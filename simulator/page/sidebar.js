import { api } from './api.js'
import { avatar, h, icon, iconButton, toast } from './dom.js'
import { addNumberDialog, addPersonDialog } from './dialogs.js'
import { eventsOf } from './events.js'
import { changed, loadThreads, number, openPerson, person, store } from './store.js'
import { handleOf, nameOf, shortTimeOf, summaryOf } from './words.js'

let query = ''
let chosenAt = -1

/** Draws the customers, those with the newest messages first. */
export function drawPeople(root, show) {
  const had = document.activeElement?.id
  const caret = document.activeElement?.selectionStart
  const scrolled = root.querySelector('.people-list')?.scrollTop ?? 0
  root.replaceChildren(
    h(
      'header',
      { class: 'people-head' },
      h(
        'div',
        { class: 'people-title' },
        h('h1', {}, 'Be the customer'),
        iconButton('plus', 'Add person', addPersonDialog),
      ),
      numberPicker(),
      h(
        'label',
        { class: 'search' },
        icon('search'),
        h('span', { class: 'hidden' }, 'Search people'),
        h('input', {
          id: 'find',
          type: 'search',
          placeholder: 'Search people',
          autocomplete: 'off',
          value: query,
          oninput: ({ target }) => ((query = target.value), changed('people')),
        }),
      ),
    ),
    h(
      'ul',
      { class: 'people-list' },
      sortedPeople().map((one) => personRow(one, show)),
    ),
    webhookLine(),
  )
  root.querySelector('.people-list').scrollTop = scrolled
  // The selected customer may move up the list, and must stay in view.
  const rows = [...root.querySelectorAll('.person-row')]
  const at = rows.findIndex((row) => row.classList.contains('is-chosen'))
  if (at !== chosenAt) rows[at]?.scrollIntoView({ block: 'nearest' })
  chosenAt = at
  if (had === 'find') {
    const find = root.querySelector('#find')
    find.focus()
    find.setSelectionRange(caret, caret)
  }
}

function numberPicker() {
  // Before the first answer it is not known whether there are numbers.
  if (store.isConnected === null) return null
  if (store.numbers.length === 0) {
    return h(
      'button',
      { type: 'button', class: 'number-pick', onclick: addNumberDialog },
      icon('plus'),
      h('span', {}, 'Add a business number'),
    )
  }
  const select = h(
    'select',
    {
      'aria-label': 'Business number',
      onchange: async ({ target }) => {
        if (target.value === 'add') return addNumberDialog()
        store.numberId = target.value
        localStorage.setItem('number', target.value)
        await loadThreads()
        if (store.personId) await openPerson(store.personId)
        changed('chat')
      },
    },
    store.numbers.map(({ phone_number_id, verified_name, phone }) =>
      h(
        'option',
        { value: phone_number_id, selected: phone_number_id === store.numberId },
        `${verified_name} ${phone}`,
      ),
    ),
    h('option', { value: 'add' }, 'Add another number…'),
  )
  return h('div', { class: 'number-pick' }, h('span', { class: 'muted' }, 'To'), select)
}

function sortedPeople() {
  const wanted = query.trim().toLowerCase()
  return [...store.people.values()]
    .filter(
      (one) =>
        !wanted || `${nameOf(one)} ${handleOf(one)} ${one.wa_id}`.toLowerCase().includes(wanted),
    )
    .toSorted((a, b) =>
      (store.threads.get(b.id)?.at ?? '').localeCompare(store.threads.get(a.id)?.at ?? ''),
    )
    .slice(0, 200)
}

function personRow(one, show) {
  const last = store.threads.get(one.id)
  const unread = store.unread.get(one.id) ?? 0
  const state = stateOf(one)
  return h(
    'li',
    {},
    h(
      'button',
      {
        type: 'button',
        class: `person-row${one.id === store.personId ? ' is-chosen' : ''}`,
        'aria-current': one.id === store.personId ? 'true' : undefined,
        onclick: () => {
          show('chat')
          openPerson(one.id).catch((error) => toast(error.message))
        },
      },
      h(
        'span',
        { class: 'avatar-box' },
        avatar(nameOf(one)),
        state && h('span', { class: `dot is-${state.kind}`, title: state.text }),
      ),
      h(
        'span',
        { class: 'person-text' },
        h(
          'span',
          { class: 'person-line' },
          h('strong', {}, nameOf(one)),
          last && h('time', { datetime: last.at }, shortTimeOf(last.at)),
        ),
        h(
          'span',
          { class: 'person-line muted' },
          h(
            'span',
            { class: 'ellipsis' },
            last
              ? `${last.direction === 'customer' ? 'You: ' : last.error_code ? 'Failed: ' : ''}${summaryOf(last)}`
              : (state?.text ?? handleOf(one)),
          ),
          unread > 0 &&
            h('span', { class: 'badge', 'aria-label': `${unread} unread` }, String(unread)),
        ),
      ),
    ),
  )
}

function stateOf(one) {
  if (!one.has_account) return { kind: 'none', text: 'Doesn’t have WhatsApp' }
  if (one.blocks_business) return { kind: 'blocked', text: 'Blocked the business' }
  if (!one.is_online) return { kind: 'off', text: 'Phone is offline' }
  return null
}

function webhookState() {
  const { isConnected, pendingWebhooks: count } = store
  if (isConnected === null) return ['waiting', 'Connecting…']
  if (!isConnected) return ['off', 'Can’t reach the simulator']
  if (count === 0) return ['fine', 'All webhooks delivered']
  return ['waiting', `${count} pending webhook${count === 1 ? '' : 's'}`]
}

function webhookLine() {
  const [kind, text] = webhookState()
  return h(
    'footer',
    { class: `webhooks is-${kind}` },
    h('span', { class: 'pulse' }),
    h('span', { class: 'ellipsis' }, text),
  )
}

const SWITCHES = [
  ['is_online', 'Phone is online', 'When off, messages arrive later'],
  ['sends_receipts', 'Read receipts', 'The business sees when you read a message'],
  ['has_account', 'Has WhatsApp', 'When off, messages fail with 131026'],
  ['blocks_business', 'Block the business', 'Messages stay at “sent”'],
  ['refuses_marketing', 'Block marketing messages', 'Marketing templates fail with 131050'],
  ['hides_phone', 'Hide phone number', 'The business only sees the user ID'],
]

/** Draws the switches of the person's phone. */
export function drawPerson(root, show) {
  const one = person()
  if (!one) return root.replaceChildren()
  const business = number()
  root.replaceChildren(
    h(
      'header',
      { class: 'person-head' },
      iconButton('back', 'Back to chat', () => show('chat'), {
        class: 'icon-button narrow-only',
      }),
      h('h2', {}, 'This phone'),
    ),
    h(
      'div',
      { class: 'person-card' },
      avatar(nameOf(one), 'is-large'),
      h('strong', {}, nameOf(one)),
      h('span', { class: 'muted' }, handleOf(one)),
      one.user_id && h('code', { class: 'muted' }, one.user_id),
    ),
    h(
      'div',
      { class: 'switches' },
      SWITCHES.map(([field, label, hint]) =>
        h(
          'label',
          { class: 'switch' },
          h(
            'span',
            {},
            h('span', { class: 'switch-label' }, label),
            h('span', { class: 'muted small' }, hint),
          ),
          h('input', {
            type: 'checkbox',
            role: 'switch',
            checked: one[field],
            onchange: ({ target }) => change(one.id, { [field]: target.checked }),
          }),
        ),
      ),
    ),
    ...(business ? eventsOf(one) : []),
  )
}

function change(id, fields) {
  api.changePerson(id, fields).catch((error) => toast(error.message))
}

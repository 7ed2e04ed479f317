import { openStream } from './api.js'
import { drawEntry, drawMessages, drawTyping } from './bubbles.js'
import { composer, replyStrip } from './composer.js'
import { addNumberDialog } from './dialogs.js'
import { avatar, h, icon, iconButton, toast } from './dom.js'
import { drawPeople, drawPerson } from './sidebar.js'
import { nameOf } from './words.js'
import { changed, markRead, number, onChange, person, reload, store, takeEntry } from './store.js'

const app = document.getElementById('app')
const people = document.getElementById('people')
const chat = document.getElementById('chat')
const aside = document.getElementById('person')

function show(view) {
  app.dataset.view = view
  void markRead()
}

function messages() {
  return chat.querySelector('.messages')
}

function drawChat() {
  const one = person()
  const business = number()
  if (!business)
    return drawWelcome(
      'Add your business number',
      'Customers write to a phone number ID. Add it here, or send a message from it through the API.',
      h('button', { type: 'button', class: 'primary', onclick: addNumberDialog }, 'Add number'),
    )
  if (!one)
    return drawWelcome(
      'Choose a customer',
      'Pick a person and write to the business. Its replies appear here.',
    )
  chat.replaceChildren(
    h(
      'header',
      { class: 'chat-head' },
      iconButton('back', 'Back to people', () => show('people'), {
        class: 'icon-button narrow-only',
      }),
      avatar(business.verified_name),
      h(
        'div',
        { class: 'chat-title' },
        h('h2', { class: 'ellipsis' }, business.verified_name),
        h('p', { class: 'muted small ellipsis', id: 'presence' }),
      ),
      iconButton(
        'info',
        `${nameOf(one)}’s phone`,
        () => show(app.dataset.view === 'person' ? 'chat' : 'person'),
        { class: 'icon-button phone-button' },
      ),
    ),
    h('ol', {
      class: 'messages',
      role: 'log',
      'aria-live': 'polite',
      'aria-label': `Chat of ${nameOf(one)} with ${business.verified_name}`,
      tabindex: '0',
    }),
    h('div', { class: 'reply-place' }, replyStrip()),
    composer(),
  )
  drawPresence()
  drawMessages(messages())
  // Pictures change the height once they have loaded; this keeps the newest message in view.
  for (const event of ['load', 'error']) messages().addEventListener(event, stayAtEnd, true)
}

function stayAtEnd({ currentTarget: list }) {
  if (list.scrollHeight - list.scrollTop - list.clientHeight < 400)
    list.scrollTop = list.scrollHeight
}

function drawWelcome(title, text, ...more) {
  chat.replaceChildren(
    h(
      'div',
      { class: 'welcome' },
      h('span', { class: 'welcome-mark' }, icon('smile')),
      h('h2', {}, title),
      h('p', { class: 'muted' }, text),
      ...more,
      iconButton('back', 'Back to people', () => show('people'), {
        class: 'icon-button narrow-only welcome-back',
      }),
    ),
  )
}

function drawPresence() {
  const line = document.getElementById('presence')
  if (!line) return
  const isTyping = store.typingUntil > Date.now()
  line.classList.toggle('is-typing', isTyping)
  line.textContent = isTyping
    ? 'typing…'
    : `As ${nameOf(person())} · ${store.holder === 'agent' ? 'held by the platform’s agent' : windowText()}`
}

function windowText() {
  if (!store.windowEndsAt) return 'no messages yet'
  const minutes = Math.round((Date.parse(store.windowEndsAt) - Date.now()) / 60_000)
  if (minutes <= 0) return '24-hour window closed'
  return minutes < 60
    ? `24-hour window: ${minutes} min left`
    : `24-hour window: ${Math.floor(minutes / 60)} h left`
}

onChange((what, entry) => {
  if (what === 'people') drawPeople(people, show)
  if (what === 'person') drawPerson(aside, show)
  if (what === 'chat') drawChat()
  if (what === 'entry' && messages()) {
    drawEntry(messages(), entry)
    drawPresence()
  }
  if (what === 'reply' && messages()) {
    chat.querySelector('.reply-place').replaceChildren(...[replyStrip()].filter(Boolean))
    if (store.replyTo) document.getElementById('message').focus()
  }
})

document.addEventListener('visibilitychange', () => void markRead())
document.addEventListener('click', ({ target }) => {
  for (const menu of document.querySelectorAll('details.menu[open]'))
    if (!menu.contains(target)) menu.removeAttribute('open')
})
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape')
    for (const menu of document.querySelectorAll('details.menu[open]')) menu.removeAttribute('open')
})

store.personId = decodeURIComponent(location.hash.slice(1)) || null
if (store.personId) app.dataset.view = 'chat'
drawPeople(people, show)

openStream({
  onOpen: () => {
    store.isConnected = true
    reload().catch((error) => toast(error.message))
  },
  onBreak: () => {
    store.isConnected = false
    changed('people')
  },
  message: takeEntry,
  customer: (one) => {
    store.people.set(one.id, one)
    changed('people')
    if (one.id !== store.personId) return
    changed('person')
    if (messages()) drawMessages(messages())
  },
  holder: ({ phone_number_id, customer, holder }) => {
    if (phone_number_id !== store.numberId || customer !== store.personId) return
    store.holder = holder
    changed('person')
    drawPresence()
  },
  number: () => void reload().catch(() => undefined),
  typing: ({ phone_number_id, customer, for_ms }) => {
    if (phone_number_id !== store.numberId || customer !== store.personId || !messages()) return
    store.typingUntil = Date.now() + for_ms
    drawTyping(messages())
    drawPresence()
    setTimeout(() => {
      if (!messages()) return
      drawTyping(messages())
      drawPresence()
    }, for_ms + 50)
  },
  webhooks: ({ pending }) => {
    if (pending === store.pendingWebhooks) return
    store.pendingWebhooks = pending
    changed('people')
  },
  settings: () => undefined,
  reset: () => void reload().catch(() => undefined),
})

import { api } from './api.js'

/** The state of the page. `changed` names what to redraw: people, chat, person or entry. */
export const store = {
  numbers: /** @type {Record<string, string>[]} */ ([]),
  numberId: null,
  people: new Map(),
  personId: null,
  threads: new Map(),
  unread: new Map(),
  entries: new Map(),
  windowEndsAt: null,
  /** The holder of the conversation: `business`, `agent`, or null. */
  holder: null,
  typingUntil: 0,
  replyTo: null,
  pendingWebhooks: 0,
  /** Whether the stream of changes is open; null until the first attempt. */
  isConnected: null,
  drafts: new Map(),
}

const listeners = new Set()

/** Calls `listener` with the name of what changed, and the entry if one did. */
export function onChange(listener) {
  listeners.add(listener)
}

/** Notifies the listeners of a change. */
export function changed(what, entry) {
  for (const listener of listeners) listener(what, entry)
}

/** Returns the selected customer, or undefined. */
export function person() {
  return store.people.get(store.personId)
}

/** Returns the number that the page writes to, or undefined. */
export function number() {
  return store.numbers.find(({ phone_number_id }) => phone_number_id === store.numberId)
}

/** Returns the ids by which a message says who it is from. */
export function senderFields() {
  const { wa_id, user_id } = person()
  return {
    ...(wa_id && { from: `+${wa_id}` }),
    ...(user_id && { user_id }),
    phone_number_id: store.numberId,
  }
}

/** Reloads everything. */
export async function reload() {
  const [numbers, people, webhooks] = await Promise.all([
    api.numbers(),
    api.people(),
    api.webhooks(),
  ])
  store.numbers = numbers.data
  store.people = new Map(people.data.map((one) => [one.id, one]))
  store.pendingWebhooks = webhooks.pending
  const wanted = localStorage.getItem('number')
  if (!number()) {
    const known = store.numbers.find(({ phone_number_id }) => phone_number_id === wanted)
    store.numberId = (known ?? store.numbers[0])?.phone_number_id ?? null
  }
  if (!person()) store.personId = null
  await loadThreads()
  if (store.personId) await openPerson(store.personId)
  else changed('chat')
  changed('people')
}

/** Loads the last message of every conversation with the number. */
export async function loadThreads() {
  store.threads = new Map()
  store.unread = new Map()
  if (store.numberId) {
    const { data } = await api.threads(store.numberId)
    for (const { customer, last, unread } of data) {
      store.threads.set(customer, last)
      store.unread.set(customer, unread)
    }
  }
  changed('people')
}

/** Selects a customer and opens their conversation with the number. */
export async function openPerson(id) {
  const isOther = id !== store.personId
  store.personId = id
  store.unread.set(id, 0)
  if (isOther) {
    store.replyTo = null
    store.typingUntil = 0
  }
  history.replaceState(null, '', `#${encodeURIComponent(id)}`)
  store.entries = new Map()
  if (store.numberId) {
    const [{ data, window_ends_at }, { holder }] = await Promise.all([
      api.thread(store.numberId, id),
      api.holder(store.numberId, id),
    ])
    if (store.personId !== id) return
    store.holder = holder
    store.entries = new Map(data.map((entry) => [entry.id, entry]))
    store.windowEndsAt = window_ends_at
  }
  changed('chat')
  changed('person')
  changed('people')
  await markRead()
}

/** Marks the business's messages as read, if the page is visible. */
export async function markRead() {
  if (!store.personId || !store.numberId || document.visibilityState !== 'visible') return
  if (
    document.getElementById('app').dataset.view === 'people' &&
    matchMedia('(max-width: 760px)').matches
  )
    return
  const isUnread = [...store.entries.values()].some(
    ({ direction, status }) => direction === 'business' && status === 'delivered',
  )
  if (isUnread && person().sends_receipts) await api.read(store.numberId, store.personId)
}

/** Stores a message that arrived or changed. */
export function takeEntry(entry) {
  if (entry.phone_number_id !== store.numberId) return
  const last = store.threads.get(entry.customer)
  const isNews = !last || last.at <= entry.at || last.id === entry.id
  if (isNews) store.threads.set(entry.customer, entry)
  if (!store.people.has(entry.customer)) void reloadPeople()
  if (entry.customer === store.personId) {
    store.entries.set(entry.id, entry)
    if (entry.direction === 'business') store.typingUntil = 0
    else store.windowEndsAt = new Date(Date.parse(entry.at) + 86_400_000).toISOString()
    changed('entry', entry)
    void markRead()
  } else if (entry.direction === 'business' && entry.status === 'delivered' && isNews) {
    store.unread.set(entry.customer, (store.unread.get(entry.customer) ?? 0) + 1)
  }
  changed('people')
}

async function reloadPeople() {
  const { data } = await api.people()
  store.people = new Map(data.map((one) => [one.id, one]))
  changed('people')
}

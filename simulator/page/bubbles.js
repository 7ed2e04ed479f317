import { h, icon } from './dom.js'
import { formDialog } from './dialogs.js'
import { actionsOf, send } from './replies.js'
import { changed, person, store } from './store.js'
import { dayOf, reasonOf, summaryOf, timeOf } from './words.js'

const QUICK = ['👍', '❤️', '😂', '😮', '🙏', '🎉']
const HIDDEN = ['reaction', 'edit', 'revoke']

/** Draws all messages of the conversation, with a line for each day. */
export function drawMessages(root) {
  root.replaceChildren()
  for (const entry of store.entries.values()) appendEntry(root, entry)
  drawTyping(root)
  root.scrollTop = root.scrollHeight
}

/** Draws one new or changed message; the view follows the newest only if it was at the end. */
export function drawEntry(root, entry) {
  if (HIDDEN.includes(entry.type)) return
  const isAtEnd = root.scrollHeight - root.scrollTop - root.clientHeight < 120
  const old = root.querySelector(`[data-id="${CSS.escape(entry.id)}"]`)
  if (old) old.replaceWith(bubble(entry))
  else appendEntry(root, entry)
  const answered = entry.context_id && store.entries.get(entry.context_id)
  if (answered && !old)
    root.querySelector(`[data-id="${CSS.escape(answered.id)}"]`)?.replaceWith(bubble(answered))
  drawTyping(root)
  if (isAtEnd || (!old && entry.direction === 'customer')) root.scrollTop = root.scrollHeight
}

/** Shows that the business is typing. */
export function drawTyping(root) {
  root.querySelector('.typing')?.remove()
  if (store.typingUntil <= Date.now()) return
  root.append(
    h(
      'li',
      { class: 'entry is-business typing' },
      h('div', { class: 'bubble', 'aria-label': 'The business is typing' }, h('i'), h('i'), h('i')),
    ),
  )
  root.scrollTop = root.scrollHeight
}

function appendEntry(root, entry) {
  if (HIDDEN.includes(entry.type)) return
  const typing = root.querySelector('.typing')
  const day = dayOf(entry.at)
  if (root.dataset.day !== day || !root.querySelector('.day')) {
    root.dataset.day = day
    root.insertBefore(h('li', { class: 'day' }, h('span', {}, day)), typing)
  }
  root.insertBefore(bubble(entry), typing)
}

function bubble(entry) {
  if (entry.type === 'system')
    return h('li', { class: 'day', 'data-id': entry.id }, h('span', {}, summaryOf(entry)))
  const isOwn = entry.direction === 'customer'
  const fate = fateOf(entry)
  const actions = entry.is_revoked ? [] : actionsOf(entry)
  const reactions = Object.values(entry.reactions)
  return h(
    'li',
    {
      class: `entry is-${entry.direction}${fate ? ` has-${fate.kind}` : ''}${reactions.length > 0 ? ' has-reactions' : ''}${actions.length > 0 ? ' has-actions' : ''}`,
      'data-id': entry.id,
    },
    h(
      'div',
      { class: 'bubble-line' },
      h(
        'div',
        { class: `bubble is-${entry.type}` },
        !entry.is_revoked && quoteOf(entry),
        entry.is_revoked ? h('p', { class: 'gone' }, 'You deleted this message') : contentOf(entry),
        h(
          'span',
          { class: 'meta' },
          entry.is_by_agent && 'Platform’s agent · ',
          entry.edited_text && 'edited ',
          h('time', { datetime: entry.at }, timeOf(entry.at)),
          isOwn && entry.type !== 'call' && tick(entry.status),
        ),
        reactions.length > 0 &&
          h(
            'span',
            { class: 'reactions', 'aria-label': `Reactions: ${reactions.join(' ')}` },
            reactions.join(' '),
          ),
      ),
      !entry.is_revoked && entry.type !== 'call' && menuOf(entry, isOwn),
    ),
    actions.length > 0 && h('div', { class: 'actions' }, actions),
    fate && h('p', { class: 'fate' }, icon(fate.kind === 'failed' ? 'alert' : 'clock'), fate.text),
  )
}

/** Returns why a message of the business did not reach this phone. */
function fateOf({ direction, status, error_code, is_blocked }) {
  if (direction !== 'business') return null
  if (error_code !== null) return { kind: 'failed', text: `Failed: ${reasonOf(error_code)}` }
  if (status !== 'accepted' && status !== 'sent') return null
  if (is_blocked) return { kind: 'waiting', text: 'Won’t arrive: you blocked the business' }
  if (!person()?.is_online) return { kind: 'waiting', text: 'Waiting for the phone to be online' }
  return null
}

const TICKS = {
  sent: ['clock', 'Not delivered to the business yet'],
  delivered: ['checks', 'Delivered to the business'],
  read: ['checks', 'Read by the business'],
}

function tick(status) {
  const [name, label] = TICKS[status] ?? TICKS.sent
  return h(
    'span',
    { class: `tick is-${status}`, role: 'img', 'aria-label': label, title: label },
    icon(name),
  )
}

function quoteOf({ context_id }) {
  if (!context_id) return null
  const quoted = store.entries.get(context_id)
  return h(
    'button',
    {
      type: 'button',
      class: 'quote',
      onclick: () =>
        document
          .querySelector(`[data-id="${CSS.escape(context_id)}"]`)
          ?.scrollIntoView({ behavior: 'smooth', block: 'center' }),
    },
    h(
      'strong',
      {},
      quoted ? (quoted.direction === 'customer' ? 'You' : 'Business') : 'Earlier message',
    ),
    h('span', { class: 'ellipsis' }, quoted ? summaryOf(quoted) : 'Not available on this phone'),
  )
}

function menuOf(entry, isOwn) {
  const close = ({ currentTarget }) => currentTarget.closest('details').removeAttribute('open')
  const item = (name, label, onclick) =>
    h(
      'button',
      { type: 'button', onclick: (event) => (close(event), onclick()) },
      icon(name),
      label,
    )
  const react = (emoji) => send({ type: 'reaction', reaction: { message_id: entry.id, emoji } })
  const canEdit = isOwn && (entry.type === 'text' || entry.content?.caption !== undefined)
  return h(
    'details',
    { class: 'menu', ontoggle: ({ target }) => target.open && closeOthers(target) },
    h(
      'summary',
      { 'aria-label': 'Reply, react and more', title: 'Reply, react and more' },
      icon('more'),
    ),
    h(
      'div',
      { class: 'menu-box' },
      h(
        'div',
        { class: 'quick' },
        QUICK.map((emoji) =>
          h(
            'button',
            {
              type: 'button',
              'aria-label': `React with ${emoji}`,
              onclick: (event) => (
                close(event),
                react(entry.reactions.customer === emoji ? '' : emoji)
              ),
            },
            emoji,
          ),
        ),
      ),
      item('reply', 'Reply', () => {
        store.replyTo = entry.id
        changed('reply')
      }),
      canEdit && item('document', 'Edit', () => edit(entry)),
      isOwn &&
        item('close', 'Delete for everyone', () =>
          send({ type: 'revoke', revoke: { original_message_id: entry.id } }),
        ),
    ),
  )
}

function closeOthers(open) {
  for (const menu of document.querySelectorAll('details.menu[open]'))
    if (menu !== open) menu.removeAttribute('open')
}

function edit(entry) {
  const before = entry.edited_text ?? entry.content.body ?? entry.content.caption
  formDialog(
    'Edit message',
    [{ name: 'text', label: 'Message', value: before, required: true, long: true }],
    'Save',
    ({ text }) => {
      const message =
        entry.type === 'text'
          ? { type: 'text', text: { body: text } }
          : { type: entry.type, [entry.type]: { ...entry.content, caption: text } }
      return send({ type: 'edit', edit: { original_message_id: entry.id, message } })
    },
  )
}

function contentOf(entry) {
  const { type, content } = entry
  if (entry.template) return templateOf(entry.template)
  if (content === null) return h('p', { class: 'muted' }, summaryOf(entry))
  switch (type) {
    case 'text':
      return words(entry.edited_text ?? content.body)
    case 'image':
    case 'video':
    case 'audio':
    case 'sticker':
    case 'document':
      return [
        mediaOf(type, content),
        type !== 'document' || content.caption ? words(entry.edited_text ?? content.caption) : null,
      ]
    case 'location':
      return h(
        'div',
        { class: 'place' },
        h('span', { class: 'map' }, icon('pin')),
        h('strong', {}, content.name || 'Location'),
        h(
          'span',
          { class: 'muted small' },
          content.address || `${content.latitude}, ${content.longitude}`,
        ),
      )
    case 'contacts':
      return content.map((contact) =>
        h(
          'div',
          { class: 'card' },
          icon('person'),
          h(
            'span',
            {},
            h('strong', {}, contact.name?.formatted_name ?? 'Phone number'),
            h(
              'span',
              { class: 'muted small' },
              contact.phones?.[0]?.phone ?? contact.emails?.[0]?.email ?? '',
            ),
          ),
        ),
      )
    case 'order':
      return h(
        'div',
        { class: 'card' },
        icon('bag'),
        h(
          'span',
          {},
          h('strong', {}, `Order of ${content.product_items.length}`),
          content.product_items.map((item) =>
            h('span', { class: 'muted small' }, `${item.quantity} × ${item.product_retailer_id}`),
          ),
        ),
      )
    case 'interactive':
      return interactiveOf(content, entry)
    default:
      return words(summaryOf(entry))
  }
}

function words(text) {
  if (!text) return null
  const isBig = /^(\p{Extended_Pictographic}|\u200d|\ufe0f|[\u{1f3fb}-\u{1f3ff}]){1,12}$/u.test(
    text,
  )
  return h('p', { class: isBig ? 'words is-big' : 'words' }, text)
}

function mediaOf(type, { id, link, filename, caption }) {
  const known = typeof link === 'string' ? link : `/sim/media/${id}`
  const isHere = !link || /^https?:\/\/(localhost|127\.0\.0\.1)[:/]/.test(link)
  const name =
    filename ||
    { image: 'Photo', video: 'Video', audio: 'Audio', sticker: 'Sticker', document: 'Document' }[
      type
    ]
  const fallback = () => fileCard(type, name, link && !isHere ? link : known)
  if (!isHere || type === 'document') return fallback()
  const isPicture = type === 'image' || type === 'sticker'
  const node = isPicture
    ? h('img', { class: type, alt: caption || name, src: known, loading: 'lazy' })
    : h(type, { src: known, controls: true, preload: 'metadata', class: type })
  node.addEventListener('error', () => node.replaceWith(fallback()), { once: true })
  return node
}

function fileCard(type, name, url) {
  const hint = url.startsWith('/') ? 'Open' : new URL(url).host
  return h(
    'a',
    { class: 'card', href: url, target: '_blank', rel: 'noopener noreferrer' },
    icon(type === 'audio' ? 'mic' : type === 'document' ? 'document' : 'image'),
    h(
      'span',
      {},
      h('strong', { class: 'ellipsis' }, name),
      h('span', { class: 'muted small' }, hint),
    ),
  )
}

function templateOf({ header, body, footer }) {
  return [
    header?.text && h('strong', { class: 'headline' }, header.text),
    header?.media && header.type !== 'location' && mediaOf(header.type, header.media),
    words(body),
    footer && h('p', { class: 'muted small' }, footer),
  ]
}

function interactiveOf(content, entry) {
  const { header, body, footer, action = {} } = content
  if (entry.direction === 'customer') return words(summaryOf(entry))
  const cards = action.cards ?? []
  return [
    header?.text && h('strong', { class: 'headline' }, header.text),
    header &&
      header.type !== 'text' &&
      header[header.type] &&
      mediaOf(header.type, header[header.type]),
    words(body?.text ?? (content.type === 'product' ? action.product_retailer_id : '')),
    cards.map((card) =>
      h(
        'div',
        { class: 'card' },
        icon('image'),
        h('span', {}, h('strong', {}, card.body?.text ?? 'Card')),
      ),
    ),
    (action.sections ?? [])
      .flatMap(({ product_items = [] }) => product_items)
      .map((item) =>
        h(
          'div',
          { class: 'card' },
          icon('bag'),
          h('span', {}, h('strong', {}, item.product_retailer_id)),
        ),
      ),
    footer?.text && h('p', { class: 'muted small' }, footer.text),
  ]
}

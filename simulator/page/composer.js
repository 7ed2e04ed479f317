import { api } from './api.js'
import { h, icon, iconButton, toast } from './dom.js'
import { formDialog } from './dialogs.js'
import { contextOf, locationDialog, send } from './replies.js'
import { changed, store } from './store.js'
import { summaryOf } from './words.js'

const EMOJI =
  '😀 😄 😂 🤣 😊 😍 😘 😎 🤔 😐 🙄 😴 😢 😭 😡 🤯 👍 👎 👋 🙏 👏 💪 🤝 🙌 ❤️ 🎉 🔥 ⭐ 💡 ✅ ❌ ⏰ 📍 📞 📦 🛒 💳 🎁 🍕 ☕ 🌷 🚚'.split(
    ' ',
  )
const FILE_BYTES_MAX = 100 * 1024 * 1024

/** Creates the row in which the customer writes. */
export function composer() {
  const field = h('textarea', {
    id: 'message',
    rows: 1,
    placeholder: 'Message',
    'aria-label': 'Message to the business',
    value: store.drafts.get(store.personId) ?? '',
    oninput: () => grow(field),
    onkeydown: (event) => {
      if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
        event.preventDefault()
        submit()
      }
      if (event.key === 'Escape' && store.replyTo) {
        store.replyTo = null
        changed('reply')
      }
    },
    onpaste: ({ clipboardData }) => {
      const [file] = clipboardData.files
      if (file) void sendFile(file)
    },
  })

  function submit() {
    const text = field.value.trim()
    if (text === '') return
    field.value = ''
    grow(field)
    void send({ text, ...takeReply() })
    field.focus()
  }

  function insert(emoji) {
    field.setRangeText(emoji, field.selectionStart, field.selectionEnd, 'end')
    grow(field)
    field.focus()
  }

  const emoji = popover(
    'smile',
    'Emoji',
    h(
      'div',
      { class: 'emoji-grid' },
      EMOJI.map((one) =>
        h('button', { type: 'button', 'aria-label': one, onclick: () => insert(one) }, one),
      ),
    ),
  )
  const attach = popover(
    'attach',
    'Attach',
    h(
      'div',
      { class: 'attach-list' },
      picker('image', 'Photo or video', 'image/*,video/*'),
      picker('document', 'Document', ''),
      picker('mic', 'Voice message', 'audio/*', true),
      choice('pin', 'Location', () => locationDialog(takeReply())),
      choice('person', 'Contact', contactDialog),
    ),
  )
  const row = h(
    'form',
    { class: 'composer', onsubmit: (event) => (event.preventDefault(), submit()) },
    emoji,
    attach,
    field,
    h('button', { class: 'send', 'aria-label': 'Send', title: 'Send' }, icon('send')),
  )
  queueMicrotask(() => grow(field))
  return row
}

/** Creates the strip that shows the message being replied to, if any. */
export function replyStrip() {
  const entry = store.replyTo && store.entries.get(store.replyTo)
  if (!entry) return null
  return h(
    'div',
    { class: 'reply-strip' },
    icon('reply'),
    h(
      'span',
      { class: 'quote' },
      h('strong', {}, entry.direction === 'customer' ? 'You' : 'Business'),
      h('span', { class: 'ellipsis' }, summaryOf(entry)),
    ),
    iconButton('close', 'Cancel reply', () => {
      store.replyTo = null
      changed('reply')
    }),
  )
}

function grow(field) {
  store.drafts.set(store.personId, field.value)
  field.style.height = 'auto'
  field.style.height = `${Math.min(field.scrollHeight, 140)}px`
  field.classList.toggle('is-full', field.scrollHeight > 140)
}

function takeReply() {
  const id = store.replyTo
  if (!id) return {}
  store.replyTo = null
  changed('reply')
  return contextOf(id)
}

function popover(name, label, content) {
  return h(
    'details',
    {
      class: 'menu is-up',
      onclick: (event) => {
        if (event.target.closest('.emoji-grid')) return
        const details = event.currentTarget
        if (event.target.closest('.attach-list')) setTimeout(() => details.removeAttribute('open'))
      },
    },
    h('summary', { class: 'icon-button', 'aria-label': label, title: label }, icon(name)),
    h('div', { class: 'menu-box' }, content),
  )
}

function choice(name, label, onclick) {
  return h('button', { type: 'button', onclick }, icon(name), label)
}

function picker(name, label, accept, isVoice = false) {
  const input = h('input', {
    type: 'file',
    class: 'hidden',
    tabindex: '-1',
    'aria-hidden': 'true',
    ...(accept && { accept }),
    onchange: () => {
      const [file] = input.files
      input.value = ''
      if (file) void sendFile(file, isVoice, name === 'document')
    },
  })
  return h(
    'span',
    {},
    input,
    choice(name, label, () => input.click()),
  )
}

async function sendFile(file, isVoice = false, isDocument = false) {
  if (file.size > FILE_BYTES_MAX) return toast('A file has at most 100 MB.')
  try {
    const { id, type } = await api.upload(file)
    const kind = isDocument ? 'document' : type === 'sticker' ? 'image' : type
    const node = kind === 'audio' ? { voice: isVoice } : {}
    await send({ type: kind, media: { id }, [kind]: node, ...takeReply() })
  } catch (error) {
    toast(error.message)
  }
}

function contactDialog() {
  formDialog(
    'Send contact',
    [
      { name: 'name', label: 'Name', required: true, value: 'Jun Park' },
      {
        name: 'phone',
        label: 'Phone',
        required: true,
        value: '+82 10 5550 1823',
        inputmode: 'tel',
      },
    ],
    'Send',
    ({ name, phone }) => {
      const [first_name] = name.split(' ')
      const contact = {
        name: { formatted_name: name, first_name },
        phones: [{ phone, wa_id: phone.replace(/\D/g, ''), type: 'CELL' }],
      }
      return send({ type: 'contacts', contacts: [contact], ...takeReply() })
    },
  )
}

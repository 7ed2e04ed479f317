import type { Conversation, ConversationState, ListedMessage } from './conversation.ts'
import { create, createFileLink } from './dom.ts'
import { createFace } from './face.ts'
import { formatText } from './format-text.ts'
import type { WidgetTexts } from './texts.ts'

/** The greatest distance of the list from its end at which it follows new messages, in pixels. */
const END_PX = 40

/** The list of messages. `show` updates it. */
type MessageListView = { element: HTMLElement; show: (state: ConversationState) => void }

/** Creates the list of messages below a greeting. An item is created once, so that screen readers read what is new. */
export function createMessageList(
  conversation: Conversation,
  parts: { texts: WidgetTexts; language: string; greeting: string; name: string },
): MessageListView {
  const { texts, language, greeting, name } = parts
  const items = new Map<string, { element: HTMLLIElement; shown: string }>()
  const list = create('ol', 'list')
  const older = create('button', 'link older', { type: 'button' }, texts.older)
  const hello = create(
    'li',
    'item team first',
    {},
    createFace(name),
    create('div', 'bubble', { dir: 'auto' }, greeting),
  )
  const element = create('div', 'log', {
    role: 'log',
    'aria-label': texts.messages,
    tabindex: '0',
  })
  element.append(older, list)
  older.addEventListener('click', () => void conversation.loadOlder().catch(() => undefined))
  const clock = new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' })
  const calendar = new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  })

  function toTime(at: string): string {
    const time = new Date(at)
    return (time.toDateString() === new Date().toDateString() ? clock : calendar).format(time)
  }

  function toMeta(message: ListedMessage): (Node | string)[] {
    if (message.state === 'sending') return [texts.sending]
    if (message.state === 'waiting') return [texts.waiting]
    if (message.state === 'failed') {
      const retry = create('button', 'link', { type: 'button' }, texts.retry)
      const remove = create('button', 'link', { type: 'button' }, texts.remove)
      retry.addEventListener('click', () => conversation.resend(message.key))
      remove.addEventListener('click', () => conversation.remove(message.key))
      const words = message.file ? texts.fileFailed : texts.failed
      return [create('span', 'bad', {}, words), ' ', retry, remove]
    }
    const time = create('time', '', { datetime: message.at }, toTime(message.at))
    const edited = message.isEdited ? [` · ${texts.edited}`] : []
    return [time, ...edited, ...(message.from === 'visitor' ? [` · ${texts.sent}`] : [])]
  }

  /** Returns who wrote: shown with the first message of a run, and read by screen readers with each. */
  function toSpeaker({ from, author }: ListedMessage, isFirst: boolean): Node[] {
    if (from === 'visitor') return [create('span', 'unseen', {}, `${texts.you}: `)]
    const shown = isFirst ? 'author' : 'unseen'
    const words = author && create('span', shown, {}, create('bdi', '', {}, author.name))
    if (words && !isFirst) words.append(': ')
    const face = isFirst ? [createFace(author?.name ?? name, author?.avatar_url)] : []
    return [...face, ...(words ? [words] : [])]
  }

  function write(item: HTMLLIElement, message: ListedMessage, isFirst: boolean): void {
    const isOwn = message.from === 'visitor'
    item.className = isOwn ? 'item own' : isFirst ? 'item team first' : 'item team'
    const bubble = create('div', 'bubble', { dir: 'auto' })
    const { text, file } = message
    if (message.isDeleted) bubble.append(create('span', 'gone', {}, texts.deleted))
    if (file) bubble.append(createFileLink(file, { name: texts.file, hint: texts.opensNewTab }))
    if (file && text) bubble.append(create('br', ''))
    if (text !== null) bubble.append(...formatText(text, texts.opensNewTab))
    if (message.choices.length > 0)
      bubble.append(
        create(
          'div',
          'choices',
          {},
          ...message.choices.map(({ id, title }) => {
            const button = create('button', 'choice', { type: 'button' }, title)
            button.addEventListener('click', () => conversation.send(title, {}, undefined, id))
            return button
          }),
        ),
      )
    item.replaceChildren(
      ...toSpeaker(message, isFirst),
      bubble,
      create('div', 'meta', {}, ...toMeta(message)),
    )
  }

  return {
    element,
    show({ messages, hasOlder }) {
      const isAtEnd =
        element.scrollHeight - element.scrollTop - element.clientHeight < END_PX ||
        messages.at(-1)?.state === 'sending'
      const heightBefore = element.scrollHeight
      const first = list.firstElementChild
      older.hidden = !hasOlder
      const wanted: HTMLLIElement[] = hasOlder ? [] : [hello]
      for (const [place, message] of messages.entries()) {
        const { key } = message
        const item = items.get(key) ?? { element: create('li', 'item'), shown: '' }
        const isFirst = !isSameAuthor(messages[place - 1], message)
        const shown = JSON.stringify([message, isFirst])
        if (item.shown !== shown) write(item.element, message, isFirst)
        items.set(key, { element: item.element, shown })
        wanted.push(item.element)
      }
      for (const [place, item] of wanted.entries())
        if (list.children[place] !== item) list.insertBefore(item, list.children[place] ?? null)
      while (list.children.length > wanted.length) list.lastElementChild!.remove()
      for (const [key, item] of items) if (!item.element.isConnected) items.delete(key)
      if (isAtEnd) element.scrollTop = element.scrollHeight
      else if (first !== list.firstElementChild)
        element.scrollTop += element.scrollHeight - heightBefore
    },
  }
}

function isSameAuthor(before: ListedMessage | undefined, after: ListedMessage): boolean {
  return before?.from === after.from && before.author?.name === after.author?.name
}

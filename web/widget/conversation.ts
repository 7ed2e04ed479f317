import { RequestFailure } from './client.ts'
import type { Author, MessageList, ShownMessage, WidgetClient } from './client.ts'
import type { Unsent, WidgetStorage } from './storage.ts'

/** A message in the list. `state` is that of a message that this browser sends. */
export type ListedMessage = {
  key: string
  from: 'visitor' | 'team'
  author: Author | null
  text: string | null
  isDeleted: boolean
  file: ShownMessage['file']
  isEdited: boolean
  /** What the visitor can tap: none once they have written since. */
  choices: { id: string; title: string }[]
  at: string
  state: 'stored' | 'sent' | 'sending' | 'waiting' | 'failed'
}

/** The state that the widget shows. */
export type ConversationState = {
  messages: ListedMessage[]
  hasOlder: boolean
  isOffline: boolean
  isKnown: boolean
  isTyping: boolean
  unread: number
}

/** The details that a visitor gives about themselves. */
export type Claims = { name?: string; email?: string }

const RETRY_FIRST_MS = 1_000
const RETRY_LAST_MS = 30_000
/** The time that the stream stays open while the page is hidden. */
const HIDDEN_MS = 60_000
/** Answers that another attempt cannot change. 409: the files of the workspace have reached their limit. */
const REFUSED = [400, 409, 413, 415, 422]
/** The pause between two signals to the server that the visitor types; it shows each for 7 seconds. */
const TYPING_EVERY_MS = 3_000
/** The time in which it is shown that an agent types, unless a message follows. */
const TYPING_SHOWN_MS = 25_000

/**
 * The conversation of a visitor: sends messages until the server has stored them, whatever happens to the network and the
 * page, and follows those of the team.
 */
export type Conversation = ReturnType<typeof createConversation>

/** Creates the conversation. `onChange` is called whenever what is shown may have changed. */
export function createConversation(
  client: WidgetClient,
  storage: WidgetStorage,
  onChange: () => void,
) {
  const known = new Map<string, ShownMessage>()
  /** Messages that the server has stored, until they are in its list. */
  const stored = new Map<string, Unsent>()
  const files = new Map<string, Unsent>()
  let userToken: string | undefined
  let claims: Claims = {}
  let cursor: string | undefined
  let hasOlder = false
  let isUser = false
  let isOffline = false
  let isOpen = false
  let isSending = false
  let starting: Promise<string> | undefined
  let streaming: AbortController | undefined
  let hiding: ReturnType<typeof setTimeout> | undefined
  let retrying: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let receipts = { delivered: '', read: '' }
  let typedAt = 0
  let typing: ReturnType<typeof setTimeout> | undefined

  const listUnsent = () =>
    [...storage.unsent(), ...files.values()].toSorted((a, b) => (a.at < b.at ? -1 : 1))
  const keep = (message: Unsent) =>
    message.file ? void files.set(message.id, message) : storage.keep(message)
  function drop(id: string): void {
    files.delete(id)
    storage.drop(id)
  }

  /** Starts or resumes the session and returns its token. */
  async function start(): Promise<string> {
    const token = storage.get('token') ?? undefined
    const answer = await client.startSession({
      ...(token !== undefined && { token }),
      ...(userToken !== undefined && { user_token: userToken }),
      ...claims,
    })
    const current = answer.token ?? token!
    if (answer.token !== undefined) storage.set('token', answer.token)
    if (!answer.continues) forget()
    isUser = answer.is_user
    // With the first message there is a conversation to follow.
    void follow()
    return current
  }

  /** Forgets everything of the person who used this browser before. */
  function forget(): void {
    known.clear()
    stored.clear()
    for (const { id } of listUnsent()) drop(id)
    storage.set('seen', null)
    cursor = undefined
    receipts = { delivered: '', read: '' }
  }

  /** Calls `use` with the token, and once more with another one if the server no longer knows it. */
  async function withToken<T>(use: (token: string) => Promise<T>): Promise<T> {
    const first = await (starting ??= restart())
    // Another tab may have got a newer one.
    const token = storage.get('token') ?? first
    try {
      return await use(token)
    } catch (err) {
      if (!(err instanceof RequestFailure) || err.status !== 401) throw err
      starting = restart()
      return use(await starting)
    }
  }

  function restart(): Promise<string> {
    const begun = start()
    begun.catch(() => {
      if (starting === begun) starting = undefined
    })
    return begun
  }

  function take(list: Pick<MessageList, 'data'>): void {
    for (const message of list.data) {
      if (message.from === 'team' && !known.has(message.id)) showTyping(false)
      known.set(message.id, message)
      if (message.client_id === null) continue
      stored.delete(message.client_id)
      drop(message.client_id)
    }
  }

  function showTyping(isTyping: boolean): void {
    clearTimeout(typing)
    typing = isTyping
      ? setTimeout(() => {
          showTyping(false)
          onChange()
        }, TYPING_SHOWN_MS)
      : undefined
  }

  async function load(): Promise<void> {
    const list = await withToken((token) => client.list(token))
    take(list)
    hasOlder = list.has_more
    cursor = list.cursor
    succeeded()
  }

  function succeeded(): void {
    failures = 0
    isOffline = false
    onChange()
    report()
  }

  function failed(err: unknown): void {
    const failure = err instanceof RequestFailure ? err : new RequestFailure(-1)
    failures++
    isOffline = failure.status === 0
    const pause = Math.min(RETRY_FIRST_MS * 2 ** (failures - 1), RETRY_LAST_MS)
    clearTimeout(retrying)
    retrying = setTimeout(run, Math.max(failure.waitMs, pause * (0.8 + 0.4 * Math.random())))
    onChange()
  }

  /** Does everything that is due: sends what is unsent, and follows the conversation. */
  function run(): void {
    clearTimeout(retrying)
    void flush()
    void follow()
  }

  async function flush(): Promise<void> {
    if (isSending) return
    isSending = true
    try {
      for (;;) {
        const next = listUnsent().find(({ isFailed }) => !isFailed)
        if (!next) break
        onChange()
        const { id, text, page_url, choice, file } = next
        try {
          await withToken((token) =>
            file
              ? client.postFile(token, { id, page_url, file })
              : client.post(token, { id, text, page_url, ...(choice && { choice }) }),
          )
          stored.set(id, next)
          drop(id)
          succeeded()
        } catch (err) {
          if (!(err instanceof RequestFailure) || !REFUSED.includes(err.status)) throw err
          keep({ ...next, isFailed: true })
          onChange()
        }
      }
    } catch (err) {
      failed(err)
    } finally {
      isSending = false
    }
  }

  /** Follows the conversation while the page is visible, if there is one. */
  async function follow(): Promise<void> {
    const isWanted = userToken !== undefined || storage.get('token') !== null
    if (streaming || !isWanted || document.visibilityState === 'hidden') return
    const ended = new AbortController()
    streaming = ended
    try {
      if (cursor === undefined) await load()
      await withToken((token) =>
        client.stream(token, cursor!, ended.signal, (event, data) => {
          if (event === 'message') take({ data: [JSON.parse(data) as ShownMessage] })
          if (event === 'typing') showTyping(true)
          if (event === 'cursor') cursor = (JSON.parse(data) as { cursor: string }).cursor
          if (event === 'reset') cursor = undefined
          succeeded()
        }),
      )
      streaming = undefined
      // The server ends streams from time to time.
      if (!ended.signal.aborted) failed(new RequestFailure(200))
    } catch (err) {
      streaming = undefined
      if (!ended.signal.aborted) failed(err)
    }
  }

  /** Reports which messages of the team this browser has, and which the visitor has seen. */
  function report(): void {
    const newest = listKnown().findLast(({ from }) => from === 'team')
    if (!newest) return
    if (isOpen && document.visibilityState === 'visible') {
      storage.set('seen', newest.id)
      send('read', newest.id)
    } else send('delivered', newest.id)
  }

  function send(status: 'delivered' | 'read', id: string): void {
    if (receipts.read === id || receipts[status] === id) return
    receipts = { ...receipts, [status]: id }
    withToken((token) => client.receipt(token, status, id)).catch(() => {
      // Reported with the next change.
      if (receipts[status] === id) receipts = { ...receipts, [status]: '' }
    })
  }

  function listKnown(): ShownMessage[] {
    return [...known.values()].toSorted((a, b) =>
      a.created_at === b.created_at ? (a.id < b.id ? -1 : 1) : a.created_at < b.created_at ? -1 : 1,
    )
  }

  document.addEventListener('visibilitychange', () => {
    clearTimeout(hiding)
    if (document.visibilityState === 'hidden')
      hiding = setTimeout(() => {
        streaming?.abort()
        streaming = undefined
      }, HIDDEN_MS)
    else {
      report()
      run()
    }
  })
  window.addEventListener('online', () => run())
  window.addEventListener('offline', () => {
    isOffline = true
    onChange()
  })

  return {
    /** Continues the conversation of an earlier visit. */
    resume: run,

    /** Sends a message, or a file, in which case `text` is not sent; it is kept until the server has it. */
    send(text: string, given: Claims, file?: File, choice?: string): void {
      claims = { ...claims, ...given }
      typedAt = 0
      // The query may contain secrets, such as the token of a link to reset a password.
      const page_url = `${location.origin}${location.pathname}`.slice(0, 2048)
      const at = new Date().toISOString()
      keep({ id: newId(), text, at, page_url, ...(choice && { choice }), ...(file && { file }) })
      onChange()
      run()
    },
    resend(id: string): void {
      const message = listUnsent().find((each) => each.id === id)
      if (message) keep({ ...message, isFailed: false })
      run()
    },
    remove(id: string): void {
      drop(id)
      onChange()
    },
    /** Shows agents that the visitor types, or no longer does. */
    type(isTyping: boolean): void {
      const now = Date.now()
      if (known.size === 0 || (isTyping ? now - typedAt < TYPING_EVERY_MS : typedAt === 0)) return
      typedAt = isTyping ? now : 0
      // A failed one is ignored: only the message itself matters.
      withToken((token) => client.typing(token, isTyping)).catch(() => undefined)
    },
    async loadOlder(): Promise<void> {
      const [oldest] = listKnown()
      if (!oldest) return
      const list = await withToken((token) => client.list(token, `?before=${oldest.id}`))
      take(list)
      hasOlder = list.has_more
      onChange()
    },
    /** Sets whether the messages are on the screen. */
    setOpen(open: boolean): void {
      isOpen = open
      report()
    },
    /** Sets the token by which the site vouches for a user; undefined when nobody is signed in. */
    identify(token: string | undefined): void {
      const isLeft = token === undefined && (userToken !== undefined || isUser)
      userToken = token
      if (token === undefined && !isLeft) return
      streaming?.abort()
      streaming = undefined
      cursor = undefined
      starting = undefined
      run()
    },
    read(): ConversationState {
      const messages = listKnown()
      const seen = messages.findIndex(({ id }) => id === storage.get('seen'))
      const unread = messages.slice(seen + 1).filter(({ from }) => from === 'team').length
      const own = new Set(messages.map((each) => each.client_id))
      const written = messages.findLastIndex(({ from }) => from === 'visitor')
      const sent = [...stored.values(), ...listUnsent()]
      const unsent = listUnsent().filter(({ id }) => !own.has(id) && !stored.has(id))
      return {
        messages: [
          ...messages.map((each, place): ListedMessage => ({
            key: each.client_id ?? each.id,
            from: each.from,
            author: each.author ?? null,
            text: each.text,
            isDeleted: each.is_deleted,
            file: each.file,
            isEdited: each.is_edited,
            choices:
              place < written || sent.some(({ at }) => at > each.created_at)
                ? []
                : (each.choices ?? []),
            at: each.created_at,
            state: 'stored',
          })),
          ...[...stored.values()].map((each) => toOwn(each, 'sent')),
          ...unsent.map((each) =>
            toOwn(each, each.isFailed ? 'failed' : failures > 0 ? 'waiting' : 'sending'),
          ),
        ],
        hasOlder,
        isOffline,
        isKnown: isUser || storage.get('token') !== null,
        isTyping: typing !== undefined,
        unread: isOpen ? 0 : unread,
      }
    },
  }
}

function toOwn({ id, text, at, file }: Unsent, state: ListedMessage['state']): ListedMessage {
  const shown = file ? { url: '', filename: file.name, mime_type: file.type } : null
  const plain = { author: null, isDeleted: false, file: shown, isEdited: false, choices: [] }
  return { key: id, from: 'visitor', text: file ? null : text, ...plain, at, state }
}

/** Returns a random id; `randomUUID` is missing on pages without TLS. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/** The settings of the web chat. */
export type WidgetSettings = {
  name: string
  color: string
  greeting: string
  name_field: 'hidden' | 'optional' | 'required'
  email_field: 'hidden' | 'optional' | 'required'
  language: 'auto' | 'en' | 'hi'
  /** Whether somebody who answers is online; null or missing: nobody says so. */
  online?: boolean | null
}

/** The name of a member or bot who wrote, and the address of their picture if there is one. */
export type Author = { name: string; avatar_url?: string | null }

/** A message as the server shows it to the visitor. */
export type ShownMessage = {
  id: string
  from: 'visitor' | 'team'
  /** The member or bot who wrote; null or missing: nobody who is named. */
  author?: Author | null
  client_id: string | null
  text: string | null
  is_deleted: boolean
  file: { url: string; filename: string | null; mime_type: string | null } | null
  is_edited: boolean
  /** What the visitor can tap; missing in answers of earlier releases. */
  choices?: { id: string; title: string }[]
  created_at: string
}

/** Messages, and the cursor after which changes are asked for. */
export type MessageList = {
  data: ShownMessage[]
  has_more: boolean
  cursor: string
  is_reset: boolean
}

/** A refused request. `status` 0: no answer. `waitMs`: the least pause before the next one. */
export class RequestFailure extends Error {
  readonly status: number
  readonly waitMs: number

  constructor(status: number, waitMs = 0) {
    super(`The request failed with ${status}.`)
    this.status = status
    this.waitMs = waitMs
  }
}

const TIMEOUT_MS = 20_000
/** The time limit of an upload: enough for 10 MB on a poor mobile network. */
const UPLOAD_TIMEOUT_MS = 300_000
/** The silence after which a stream counts as broken: the server writes something every 20 seconds. */
const SILENCE_MS = 60_000

/** The requests of the widget to the ingest server at `base`. They throw a `RequestFailure`. */
export type WidgetClient = ReturnType<typeof createClient>

/** Creates the client of a web chat. A stream ends after `silenceMs` without a byte. */
export function createClient(base: string, publicId: string, silenceMs = SILENCE_MS) {
  const root = `${base}/chat/${publicId}`

  async function request(path: string, token?: string, body?: object): Promise<Response> {
    const form = body instanceof FormData && body
    let answer: Response
    try {
      answer = await fetch(root + path, {
        ...(body && { method: 'POST', body: form || JSON.stringify(body) }),
        headers: {
          ...(body && !form && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
        },
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        signal: AbortSignal.timeout(form ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS),
      })
    } catch {
      throw new RequestFailure(0)
    }
    return checked(answer)
  }

  return {
    readSettings: async () => (await (await request('/settings')).json()) as WidgetSettings,
    startSession: async (body: object) =>
      (await (await request('/session', undefined, body)).json()) as {
        token?: string
        is_new: boolean
        continues: boolean
        is_user: boolean
      },
    list: async (token: string, query = '') =>
      (await (await request(`/messages${query}`, token)).json()) as MessageList,
    post: (token: string, message: object) => request('/messages', token, message),
    postFile(token: string, { id, page_url, file }: { id: string; page_url: string; file: File }) {
      const form = new FormData()
      form.append('id', id)
      form.append('page_url', page_url)
      form.append('file', file)
      return request('/files', token, form)
    },
    typing: (token: string, is_typing: boolean) => request('/typing', token, { is_typing }),
    receipt: (token: string, status: 'delivered' | 'read', id: string) =>
      request('/receipts', token, { status, message_id: id }),

    /** Reads the stream of messages after `cursor` until it ends or `signal` is aborted. */
    async stream(
      token: string,
      cursor: string,
      signal: AbortSignal,
      onEvent: (event: string, data: string) => void,
    ): Promise<void> {
      // A connection that a network dropped, as when a computer slept, would never end by itself.
      const connection = new AbortController()
      const end = () => connection.abort()
      if (signal.aborted) end()
      signal.addEventListener('abort', end, { once: true })
      let silence = setTimeout(end, silenceMs)
      let answer: Response
      try {
        answer = await fetch(`${root}/stream?after=${encodeURIComponent(cursor)}`, {
          headers: { authorization: `Bearer ${token}` },
          credentials: 'omit',
          referrerPolicy: 'no-referrer',
          signal: connection.signal,
        })
      } catch {
        clearTimeout(silence)
        throw new RequestFailure(0)
      }
      const reader = checked(answer).body!.pipeThrough(new TextDecoderStream()).getReader()
      let text = ''
      for (;;) {
        const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }))
        clearTimeout(silence)
        if (done || value === undefined) return
        silence = setTimeout(end, silenceMs)
        const blocks = (text + value).split('\n\n')
        text = blocks.pop()!
        for (const block of blocks) {
          const event = /^event: (.+)$/m.exec(block)?.[1]
          const data = /^data: (.+)$/m.exec(block)?.[1]
          if (event !== undefined && data !== undefined) onEvent(event, data)
        }
      }
    },
  }
}

function checked(answer: Response): Response {
  if (answer.ok) return answer
  throw new RequestFailure(answer.status, Number(answer.headers.get('retry-after')) * 1000 || 0)
}

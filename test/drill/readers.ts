import { setTimeout as delay } from 'node:timers/promises'
import { createCall } from '../call.ts'
import type { Call } from '../app.ts'
import type { Ledger } from '../crash/ledger.ts'
import { waitFor } from '../wait-for.ts'
import type { Arrivals } from './measure-lateness.ts'

type SentEvent = { id: string; type: string; data: { text: string } }

/** The callers that read during a drill. `admin` has the session of a member, with this cookie. */
type Reading = { apiUrl: string; key: string; admin: Call; cookie: string }

/** Running readers. `arrivals`: when a browser got the event of each received message, by its marker. */
type Readers = {
  arrivals: Arrivals
  stop: (eventIds: () => Promise<string[]>) => Promise<void>
}

/** The pause of a reader between two requests, in milliseconds. */
const PAUSE_MS = 60

/** Maximum time until the stream has every event, once nothing happens anymore. */
const STREAM_MS = 30_000

const LISTS = [
  '/api/v1/chats?limit=20',
  '/api/v1/contacts?limit=20',
  '/api/v1/search?q=Customer',
  '/api/v1/tickets?limit=20',
  '/api/v1/events?limit=50',
  '/api/v1/reports/messages',
]

/**
 * Starts callers that read lists, search and reports with a key and lists with a session, and follow the streams of events of
 * the API and of the web app, until `stop`. What is not answered with 200 is a failed request of the ledger.
 */
export function startReaders({ apiUrl, key, admin, cookie }: Reading, ledger: Ledger): Readers {
  const stopping = new AbortController()
  const { signal } = stopping
  const api = createCall(apiUrl, { authorization: `Bearer ${key}` })

  /** Notes the answer to a request, and a status other than 200 as one without a useful answer. */
  async function note<T>(
    what: string,
    request: () => Promise<T & { status: number }>,
  ): Promise<T | undefined> {
    const at = Date.now()
    const startedAt = performance.now()
    const end = (status: number | undefined, problem?: string) =>
      ledger.answers.push({
        at,
        ms: performance.now() - startedAt,
        status,
        ...(problem !== undefined && { problem: `${what}: ${problem}` }),
      })
    try {
      const answer = await request()
      if (answer.status === 200) end(200)
      else end(Math.max(answer.status, 500), String(answer.status))
      return answer.status === 200 ? answer : undefined
    } catch (err) {
      if (!signal.aborted) end(undefined, String((err as Error).cause ?? err))
      return undefined
    }
  }

  async function readLists(): Promise<void> {
    for (let count = 0; !signal.aborted; count++) {
      const path = LISTS[count % LISTS.length]!
      await note(`GET ${path}`, () => api(`GET ${path}`))
      await delay(PAUSE_MS)
    }
  }

  async function readAsMember(): Promise<void> {
    while (!signal.aborted) {
      await note('GET /api/developer/webhooks as a member', () =>
        admin('GET /api/developer/webhooks'),
      )
      await delay(PAUSE_MS)
    }
  }

  /** The ids of the events that the API's stream sent. */
  const streamed: string[] = []
  const arrivals: Arrivals = new Map()

  async function follow(
    path: string,
    headers: Record<string, string>,
    onEvent: (event: SentEvent) => void,
  ): Promise<void> {
    let last: string | undefined
    while (!signal.aborted) {
      const answer = await note(`GET ${path}`, () =>
        fetch(`${apiUrl}${path}`, {
          headers: { ...headers, ...(last !== undefined && { 'last-event-id': last }) },
          signal,
        }),
      )
      if (!answer?.body) {
        await delay(PAUSE_MS)
        continue
      }
      try {
        for await (const frame of readFrames(answer.body)) {
          if (frame['id'] !== undefined) last = frame['id']
          const event = frame['data'] === undefined ? {} : JSON.parse(frame['data'])
          // The web app also gets signals, which are no events.
          if (event.id !== undefined && event.data !== undefined) onEvent(event)
        }
      } catch {
        // A server that stops may cut its streams; the next request resumes after the last event.
      }
    }
  }

  const readers = Promise.all([readLists(), readAsMember()])
  const following = Promise.all([
    follow('/api/v1/events/stream', { authorization: `Bearer ${key}` }, ({ id }) =>
      streamed.push(id),
    ),
    follow('/api/app/live', { origin: apiUrl, cookie }, ({ type, data }) => {
      if (type === 'message.received' && !arrivals.has(data.text))
        arrivals.set(data.text, Date.now())
    }),
  ])
  return {
    arrivals,
    async stop(eventIds) {
      const least = await eventIds()
      const isThere = () => streamed.includes(least.at(-1)!)
      await waitFor(isThere, { timeoutMs: STREAM_MS, what: 'the last event on the stream' }).catch(
        () => undefined,
      )
      stopping.abort()
      await Promise.all([readers, following])
      // The first events are from before the stream, and the last ones may have happened after it.
      const from = least.indexOf(streamed[0]!)
      const sent = new Set(streamed)
      const missing = least.slice(from).filter((id) => !sent.has(id))
      const expected = (await eventIds()).slice(from, from + streamed.length)
      if (from === -1 || missing.length > 0)
        ledger.problems.push(`the stream lacks ${missing.length} of ${least.length} events`)
      else if (streamed.join() !== expected.join())
        ledger.problems.push(describeOrder(streamed, expected))
    },
  }
}

/** Says how the events that a stream sent differ from the expected ones, of which none is missing. */
function describeOrder(streamed: string[], expected: string[]): string {
  const twice = streamed.length - new Set(streamed).size
  const known = new Set(expected)
  const unknown = streamed.filter((id) => !known.has(id)).length
  const at = streamed.findIndex((id, index) => id !== expected[index])
  return `the stream sent ${streamed.length} instead of ${expected.length} events: ${twice} twice, ${unknown} unknown; the first difference is at ${at}`
}

/** Yields the frames of a stream of server-sent events: their fields by name. */
async function* readFrames(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<Record<string, string>> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop()!
    for (const block of blocks)
      yield Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)))
  }
}

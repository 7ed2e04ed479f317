import { setTimeout as delay } from 'node:timers/promises'
import type { Call } from '../app.ts'
import { createCall } from '../call.ts'
import { sign, textPayload } from '../outside.ts'
import type { OutsideWorkspace } from '../outside.ts'
import type { Entry, Ledger } from './ledger.ts'
import { createPoster } from './poster.ts'
import type { Random } from './random.ts'
import { startVisitor } from './visitor.ts'
import type { Visitor, WebChatTarget } from './visitor.ts'

/**
 * The target of the load. Each request goes to one of the servers at random. `chatIds` and `personIds` exist before it
 * begins.
 */
type LoadTarget = OutsideWorkspace & {
  apiUrls: string[]
  ingestUrls: string[]
  chatIds: string[]
  personIds: string[]
  /** The web chat on which visitors write, if they do. */
  webChat?: WebChatTarget
}

/** Options of a load: how long clients pause, compared with the busiest, and how many there are, compared with the fewest. */
type LoadOptions = { patience?: number; crowd?: number }

/** A running load. `slowDown` changes how long its clients pause, compared with the start. */
type Load = { stop: () => Promise<void>; slowDown: (factor: number) => void }

/** A visitor of a web chat may write one message a second. */
const VISITOR_PAUSE_MS = 2_500

/** Maximum time that a sender keeps retrying once all parts run for good. */
const GIVE_UP_MS = 60_000

/**
 * Starts clients that each do one thing after another, of every kind, until `stop`, which lets all finish. A larger crowd
 * makes more requests at the same time, but not more of them: its clients pause as much longer.
 */
export function startLoad(
  target: LoadTarget,
  ledger: Ledger,
  random: Random,
  { patience = 1, crowd = 1 }: LoadOptions = {},
): Load {
  const stopping = new AbortController()
  const { post, postUntil, giveUpIn } = createPoster(ledger, random)
  let slowness = 1
  const spread = (urls: string[], headers: Record<string, string> = {}): Call => {
    const calls = urls.map((url) => createCall(url, headers))
    return (...args) => (calls.length > 1 ? random.pick(calls) : calls[0]!)(...args)
  }
  const api = spread(target.apiUrls, { authorization: `Bearer ${target.key}` })
  const ingest = spread(target.ingestUrls)
  let visitor: Visitor | undefined
  const digits = () => `9190${random.between(10_000_000, 99_999_999)}`

  /** Half of the calls are made once; half with a key until they are answered, some again after that. */
  async function callApi(entry: Entry, path: string, body: object): Promise<any> {
    if (random.chance(0.5)) {
      entry.posts++
      const answer = await post(api, path, body, {})
      if (answer?.status === 201)
        Object.assign(entry, { state: 'promised', promisedAt: Date.now() })
      else if (answer && answer.status < 500)
        ledger.problems.push(`POST ${path} answered ${answer.status}: ${answer.text}`)
      return answer?.status === 201 ? answer.body : undefined
    }
    const headers = { 'idempotency-key': entry.marker.replace(' ', '-') }
    const answer = await postUntil(201, entry, api, path, body, headers)
    if (!answer) return undefined
    if (entry.posts > 1 && answer.replayed) ledger.count('answers replayed after a retry')
    if (random.chance(0.2)) {
      const again = await postUntil(201, entry, api, path, body, headers)
      if (again && (again.text !== answer.text || !again.replayed))
        ledger.problems.push(`${entry.marker}: a repeat answered otherwise: ${again.text}`)
    }
    return answer.body
  }

  const work: Record<Entry['kind'], () => Promise<void>> = {
    async send() {
      const entry = ledger.open('send')
      const conversation_id = random.pick(target.chatIds)
      const body = { conversation_id, message: entry.marker }
      entry.id = (await callApi(entry, '/api/v1/messages/send', body))?.id
    },
    async contact() {
      const entry = ledger.open('contact')
      const body = { name: 'Crash', phone_e164: `+${digits()}`, campaign: entry.marker }
      const answer = await callApi(entry, '/api/v1/contacts', body)
      entry.id = answer?.lead.id
      if (!answer) return
      entry.path = `/api/v1/contacts/${answer.id}`
      target.personIds.push(answer.id)
    },
    async ticket() {
      const entry = ledger.open('ticket')
      const person_id = random.pick(target.personIds)
      const body = { person_id, title: entry.marker }
      entry.id = (await callApi(entry, '/api/v1/tickets', body))?.id
    },
    async inbound() {
      const entries = Array.from({ length: random.between(1, 3) }, () => ledger.open('inbound'))
      const body = textPayload(
        target.phoneNumberId,
        entries.map(({ marker }) => ({
          id: `wamid.${marker.replace(' ', '.')}`,
          from: random.chance(0.7) ? `91701234567${random.between(0, 9)}` : digits(),
          name: 'Customer',
          text: marker,
        })),
      )
      const [first, ...rest] = entries as [Entry, ...Entry[]]
      const headers = { 'x-hub-signature-256': sign(body) }
      const times = random.chance(0.15) ? 2 : 1
      for (let time = 0; time < times; time++) {
        await postUntil(200, first, ingest, '/webhook/whatsapp', body, headers)
        const { state, posts, promisedAt } = first
        for (const entry of rest)
          Object.assign(entry, { state, posts, ...(promisedAt !== undefined && { promisedAt }) })
      }
    },
    async form() {
      const entry = ledger.open('form')
      const headers: Record<string, string> = random.chance(0.5)
        ? { 'idempotency-key': entry.marker.replace(' ', '-') }
        : {}
      const body = { name: 'Visitor', phone: `+${digits()}`, campaign: entry.marker }
      const path = `/webhook/form/${target.formToken}`
      await postUntil(202, entry, ingest, path, body, headers)
    },
    async visitor() {
      const entry = ledger.open('visitor')
      visitor ??= await startVisitor(target.ingestUrls[0]!, target.webChat!)
      const body = { id: entry.marker.replace(' ', '-').padEnd(8, '-'), text: entry.marker }
      await postUntil(202, entry, visitor.call, visitor.path, body, {})
    },
  }

  async function client(kind: Entry['kind'], pauseMs: number): Promise<void> {
    while (!stopping.signal.aborted) {
      await work[kind]()
      const longestMs = Math.round(pauseMs * slowness)
      // `stop` ends a pause, which may be long while the load is slow.
      await delay(random.between(0, longestMs), undefined, { signal: stopping.signal }).catch(
        () => undefined,
      )
    }
  }

  const start = (kind: Entry['kind'], count: number, pauseMs: number) =>
    Array.from({ length: count * crowd }, () => client(kind, pauseMs * patience * crowd))
  const clients = Promise.all([
    ...start('send', 4, 80),
    ...start('contact', 2, 80),
    ...start('ticket', 1, 80),
    ...start('inbound', 3, 80),
    ...start('form', 1, 400),
    ...(target.webChat ? [client('visitor', VISITOR_PAUSE_MS)] : []),
  ])
  clients.catch(() => undefined)
  return {
    async stop() {
      stopping.abort()
      giveUpIn(GIVE_UP_MS)
      await clients
    },
    slowDown: (factor) => void (slowness = factor),
  }
}

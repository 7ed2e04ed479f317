import { setTimeout as delay } from 'node:timers/promises'
import type { Call } from '../app.ts'
import { createCall } from '../call.ts'
import { sign, textPayload } from '../outside.ts'
import type { OutsideWorkspace } from '../outside.ts'
import type { Entry, Ledger } from './ledger.ts'
import type { Random } from './random.ts'

/**
 * The target of the load. Each request goes to one of the servers at random. `chatIds` and `personIds` exist before it
 * begins.
 */
type LoadTarget = OutsideWorkspace & {
  apiUrls: string[]
  ingestUrls: string[]
  chatIds: string[]
  personIds: string[]
}

type Answer = { status: number; text: string; body: any; replayed: boolean }

/** Maximum time that a sender keeps retrying once all parts run for good. */
const GIVE_UP_MS = 60_000

/**
 * Starts clients that each do one thing after another, of every kind, until `stop`, which lets all finish. They pause
 * between requests, `patience` times as long as the busiest would.
 */
export function startLoad(
  target: LoadTarget,
  ledger: Ledger,
  random: Random,
  patience = 1,
): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  let giveUpAt = Infinity
  const spread = (urls: string[], headers: Record<string, string> = {}): Call => {
    const calls = urls.map((url) => createCall(url, headers))
    return (...args) => (calls.length > 1 ? random.pick(calls) : calls[0]!)(...args)
  }
  const api = spread(target.apiUrls, { authorization: `Bearer ${target.key}` })
  const ingest = spread(target.ingestUrls)
  const digits = () => `9190${random.between(10_000_000, 99_999_999)}`

  async function post(
    call: Call,
    path: string,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<Answer | undefined> {
    const at = Date.now()
    const request = { at }
    ledger.waiting.add(request)
    const startedAt = performance.now()
    const note = (status?: number, text = 'no answer') => {
      const isFailed = status === undefined || status >= 500
      ledger.waiting.delete(request)
      const problem = isFailed ? { problem: `POST ${path}: ${text}` } : {}
      ledger.answers.push({ at, ms: performance.now() - startedAt, status, ...problem })
    }
    try {
      const {
        status,
        text,
        body: parsed,
        headers: got,
      } = await call(`POST ${path}`, { body, headers })
      note(status, text)
      if (status >= 500) ledger.count(`${status} answers`)
      if (status === 500) ledger.problems.push(`POST ${path} answered 500: ${text}`)
      return { status, text, body: parsed, replayed: got['idempotent-replayed'] === 'true' }
    } catch (err) {
      note()
      const { name, cause } = err as { name: string; cause?: { code?: string } }
      ledger.count(name === 'TimeoutError' ? 'requests without answer' : 'broken connections')
      if (name !== 'TimeoutError' && cause === undefined) throw err
      return undefined
    }
  }

  /** Posts until it is accepted, as a sender does that must not lose it. A refusal is a problem. */
  async function postUntil(
    status: number,
    entry: Entry,
    ...args: Parameters<typeof post>
  ): Promise<Answer | undefined> {
    for (;;) {
      entry.posts++
      const answer = await post(...args)
      if (answer?.status === status) {
        entry.state = 'promised'
        return answer
      }
      const isRefused = answer && answer.status < 500 && ![409, 429].includes(answer.status)
      if (isRefused || performance.now() > giveUpAt) {
        ledger.problems.push(
          `POST ${args[1]} is not accepted: ${answer?.status} ${answer?.text ?? 'no answer'}`,
        )
        return undefined
      }
      await delay(random.between(100, 400))
    }
  }

  /** Half of the calls are made once; half with a key until they are answered, some again after that. */
  async function callApi(entry: Entry, path: string, body: object): Promise<any> {
    if (random.chance(0.5)) {
      entry.posts++
      const answer = await post(api, path, body, {})
      if (answer?.status === 201) entry.state = 'promised'
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
      if (answer) target.personIds.push(answer.id)
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
        for (const entry of rest) Object.assign(entry, { state: first.state, posts: first.posts })
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
  }

  async function client(kind: Entry['kind'], pauseMs: number): Promise<void> {
    while (!stopping.signal.aborted) {
      await work[kind]()
      await delay(random.between(0, pauseMs * patience))
    }
  }

  const clients = Promise.all([
    ...Array.from({ length: 4 }, () => client('send', 80)),
    ...Array.from({ length: 2 }, () => client('contact', 80)),
    client('ticket', 80),
    ...Array.from({ length: 3 }, () => client('inbound', 80)),
    client('form', 400),
  ])
  clients.catch(() => undefined)
  return {
    async stop() {
      stopping.abort()
      giveUpAt = performance.now() + GIVE_UP_MS
      await clients
    },
  }
}

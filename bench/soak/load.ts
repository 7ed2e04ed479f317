import { setTimeout as delay } from 'node:timers/promises'
import type { Call } from '#test/app.ts'
import { createCall } from '#test/call.ts'
import { sign, textPayload } from '#test/outside.ts'
import type { OutsideWorkspace } from '#test/outside.ts'
import { wallClock } from '../wall-clock.ts'
import type { Created } from '../traffic.ts'

/** The target of the load, and the number of each request per second. */
export type SoakTarget = OutsideWorkspace & {
  apiUrl: string
  ingestUrl: string
  chatIds: string[]
  phones: string[]
  rates: { sends: number; contacts: number; tickets: number; inbound: number }
}

/** A running load. `take` returns the messages sent since its last call. */
export type SoakLoad = { take: () => Created[]; problems: string[]; stop: () => Promise<void> }

/** Starts sends, contacts, tickets and inbound messages, each at a steady rate whether or not responses arrive. */
export function startSoakLoad(target: SoakTarget): SoakLoad {
  const { apiUrl, ingestUrl, key, chatIds, phones, rates } = target
  const api = createCall(apiUrl, { authorization: `Bearer ${key}` })
  const ingest = createCall(ingestUrl)
  const stopping = new AbortController()
  const problems: string[] = []
  const personIds: string[] = []
  let sent: Created[] = []
  const pick = <T>(list: T[]) => list[Math.floor(Math.random() * list.length)]!
  const newPhone = () => `+9193${String(Math.random()).slice(2, 10)}`

  async function post(call: Call, path: string, status: number, body: unknown, headers = {}) {
    const answer = await call(`POST ${path}`, { body, headers })
    if (answer.status !== status) throw new Error(`POST ${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }

  const work: Record<keyof typeof rates, (turn: number) => Promise<void>> = {
    async sends(turn) {
      const askedAt = wallClock()
      const conversation_id = chatIds[turn % chatIds.length]
      const message = `Your order ${turn} has left our warehouse and will reach you tomorrow before noon.`
      const { id } = await post(api, '/api/v1/messages/send', 201, { conversation_id, message })
      sent.push({ id, askedAt, answeredAt: wallClock() })
    },
    async contacts(turn) {
      const phone_e164 = turn % 3 === 0 ? newPhone() : pick(phones)
      const body = { name: 'Meera Nair', phone_e164, campaign: 'soak' }
      const { id } = await post(api, '/api/v1/contacts', 201, body)
      if (personIds.length < 500) personIds.push(id)
    },
    async tickets() {
      if (personIds.length === 0) return
      const body = { person_id: pick(personIds), title: 'Where is my order?' }
      await post(api, '/api/v1/tickets', 201, body)
    },
    async inbound(turn) {
      const id = `wamid.soak.${process.pid}.${turn}`
      const message = { id, from: pick(phones).slice(1), name: 'Meera', text: 'Thank you!' }
      const body = textPayload(target.phoneNumberId, [message])
      await post(ingest, '/webhook/whatsapp', 200, body, { 'x-hub-signature-256': sign(body) })
    },
  }

  async function run(kind: keyof typeof rates): Promise<void> {
    const startedAt = performance.now()
    const inFlight = new Set<Promise<void>>()
    for (let turn = 0; !stopping.signal.aborted; turn++) {
      const dueAt = startedAt + (turn / rates[kind]) * 1_000
      await delay(Math.max(0, dueAt - performance.now()))
      const task = work[kind](turn)
        .catch((err: unknown) => void problems.push(String(err)))
        .finally(() => inFlight.delete(task))
      inFlight.add(task)
    }
    await Promise.all(inFlight)
  }

  const kinds = Object.keys(work) as (keyof typeof rates)[]
  const running = Promise.all(kinds.filter((kind) => rates[kind] > 0).map(run))
  return {
    problems,
    take() {
      const taken = sent
      sent = []
      return taken
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}

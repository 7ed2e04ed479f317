import { setTimeout as delay } from 'node:timers/promises'
import type { Call } from '../app.ts'
import type { Random } from '../crash/random.ts'
import type { ChaosCustomer } from './customer.ts'
import { writeInbound } from './write-inbound.ts'
import { writeOutbound } from './write-outbound.ts'

/** The tools of a load. */
export type ChaosTools = {
  api: Call
  simulator: Call
  phoneNumberId: string
  customers: ChaosCustomer[]
  random: Random
  problems: string[]
}

/** A message that the API accepted: our id, and the customer of its conversation. */
export type Accepted = { id: string; customer: ChaosCustomer }

/** Concurrent calls of each kind. */
const AT_ONCE = 24
/** Messages per second in each direction; a number's own limit is 80. */
export const PER_SECOND = 70

/** Sends `count` messages in each direction, while customers read and some phones are off for a while. */
export async function runChaosLoad(tools: ChaosTools, count: number): Promise<Accepted[]> {
  const { api, simulator, phoneNumberId, customers, random, problems } = tools
  const accepted: Accepted[] = []
  const stopped = new AbortController()
  const sending = new Map<ChaosCustomer, Promise<void>>()

  /** Sends to a customer when the earlier message to the same one is accepted: two at once have no order. */
  async function send(index: number): Promise<void> {
    const customer = customers[index % customers.length]!
    const sent = sendTo(customer, index, sending.get(customer))
    sending.set(customer, sent)
    await sent
  }

  async function sendTo(
    customer: ChaosCustomer,
    index: number,
    earlier: Promise<void> | undefined,
  ): Promise<void> {
    await earlier
    const body = {
      conversation_id: customer.chatId,
      ...writeOutbound(`${customer.id} is told ${index}`, random),
    }
    const headers = { 'idempotency-key': `chaos-${index}` }
    const answer = await api('POST /api/v1/messages/send', { body, headers })
    if (answer.status === 201) accepted.push({ id: answer.body.id, customer })
    else problems.push(`send ${index} answered ${answer.status}: ${answer.text}`)
  }

  async function read(): Promise<void> {
    while (!stopped.signal.aborted) {
      const customer = encodeURIComponent(random.pick(customers).id)
      if (random.chance(0.8)) await simulator(`POST /sim/threads/${phoneNumberId}/${customer}/read`)
      else {
        const is_online = random.chance(0.5)
        await simulator(`PATCH /sim/customers/${customer}`, { body: { is_online } })
      }
      await delay(random.between(0, 100))
    }
  }

  const reading = read()
  reading.catch(() => stopped.abort())
  try {
    await Promise.all([
      atRate(count, () => receive(tools, random.pick(customers))),
      atRate(count, send),
    ])
  } finally {
    stopped.abort()
  }
  await reading
  for (const { id } of customers)
    await simulator(`PATCH /sim/customers/${encodeURIComponent(id)}`, { body: { is_online: true } })
  return accepted
}

/** Makes two in three customers read all messages they received. */
export async function openOnPhones(tools: ChaosTools): Promise<void> {
  const { simulator, phoneNumberId, customers, random } = tools
  for (const { id } of customers)
    if (random.chance(0.66))
      await simulator(`POST /sim/threads/${phoneNumberId}/${encodeURIComponent(id)}/read`)
}

/** Performs a customer's next action. */
export async function receive(tools: ChaosTools, customer: ChaosCustomer): Promise<void> {
  const { simulator, phoneNumberId, random, problems } = tools
  let ours: string[] = []
  if (customer.written.length > 0 && customer.sender.from && random.chance(0.05)) {
    const { body } = await simulator(`GET /sim/messages?limit=5&to=${customer.id}`)
    ours = body.data.map((each: { id: string }) => each.id)
  }
  const body = { ...writeInbound(customer, random, ours), phone_number_id: phoneNumberId }
  const answer = await simulator('POST /sim/inbound', { body })
  if (answer.status !== 200)
    problems.push(`the simulator answered ${answer.status}: ${answer.text}`)
}

/** Runs `one` that many times at a steady rate, while not too many are in flight. */
async function atRate(count: number, one: (index: number) => Promise<void>): Promise<void> {
  const startedAt = performance.now()
  let next = 0
  const client = async () => {
    while (next < count) {
      const index = next++
      await delay(Math.max(0, startedAt + (index / PER_SECOND) * 1000 - performance.now()))
      await one(index)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, client))
}

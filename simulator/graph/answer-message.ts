import { once } from 'node:events'
import type { FastifyReply } from 'fastify'
import type { SimulatorState } from '../state.ts'
import type { Accepted } from './accept-message.ts'
import { carryMessage } from './carry-message.ts'

/** Longest wait for a webhook that must arrive before the response. */
const EARLY_WEBHOOK_MS = 2_000

/**
 * Answers a send and then reports the message's statuses. With chaos, it reports them before the response, in the
 * middle of it, or without any response; the message was accepted in each case.
 */
export async function answerMessage(
  state: SimulatorState,
  { message, answer, failsWith, chaosKey }: Accepted,
  reply: FastifyReply,
): Promise<unknown> {
  const { chaos } = state
  let posted: { firstTry: Promise<boolean> }[] | undefined
  const carry = () => (posted ??= carryMessage(state, message, failsWith))

  if (chaos.strikes('status_before_response', chaosKey)) await arrival(carry())
  if (chaos.strikes('response_lost', chaosKey)) {
    reply.hijack()
    reply.raw.destroy()
    carry()
    return reply
  }
  if (chaos.strikes('response_timeout', chaosKey)) {
    reply.hijack()
    hang(state, reply)
    carry()
    return reply
  }
  message.isAnswered = true
  if (chaos.strikes('webhook_during_response', chaosKey)) {
    reply.hijack()
    await answerInHalves(reply, JSON.stringify(answer), () => arrival(carry()))
    return reply
  }
  // `close` also fires when the caller disconnected; the message was accepted nevertheless.
  reply.raw.once('close', carry)
  return answer
}

function hang({ chaos, hanging }: SimulatorState, { raw }: FastifyReply) {
  const end = () => {
    clearTimeout(timer)
    hanging.delete(end)
    raw.destroy()
  }
  const timer = setTimeout(end, chaos.settings.response_timeout_ms)
  hanging.add(end)
}

async function arrival(posted: { firstTry: Promise<boolean> }[]): Promise<void> {
  const timeout = Promise.withResolvers<void>()
  const timer = setTimeout(() => timeout.resolve(), EARLY_WEBHOOK_MS)
  await Promise.race([Promise.all(posted.map(({ firstTry }) => firstTry)), timeout.promise])
  clearTimeout(timer)
}

async function answerInHalves(
  { raw }: FastifyReply,
  text: string,
  between: () => Promise<void>,
): Promise<void> {
  const half = Math.floor(text.length / 2)
  raw.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  })
  raw.write(text.slice(0, half))
  await between()
  if (raw.destroyed) return
  raw.end(text.slice(half))
  await once(raw, 'close').catch(() => undefined)
}

import { toIso, toSeconds } from '../clock.ts'
import { webhookUrlOf } from '../graph/accounts.ts'
import { findMedia, receiveMedia } from '../graph/media.ts'
import { createWamid } from '../graph/wamid.ts'
import { laneOf } from '../messages.ts'
import { describeNumber } from '../state.ts'
import type { SimulatorState } from '../state.ts'
import { accountPayload, contactOf, payloadOf } from '../webhooks/envelope.ts'
import { historyValue } from './history.ts'
import { outcomeOf } from './outcome.ts'
import { playInbound } from './play-inbound.ts'
import type { ControlApp } from './control-app.ts'
import { EchoBody, FieldBody, HistoryBody, InboundBody, PayloadBody } from './schema.ts'

const PAYLOAD_BYTES_MAX = 4 * 1024 * 1024
const MEDIA_BYTES_MAX = 140 * 1024 * 1024

/** Adds the routes that make the platform send: messages, echoes, history, any field and any payload. */
export function inboundRoutes(sim: ControlApp, state: SimulatorState): void {
  const { deliverer } = state

  sim.post(
    '/sim/inbound',
    { schema: { body: InboundBody }, bodyLimit: MEDIA_BYTES_MAX },
    async (request, reply) => {
      const { from, name, user_id, parent_user_id, username, hides_phone, ...more } = request.body
      const { phone_number_id, waba_id, id, type, timestamp, media, ...rest } = more
      const { display_phone_number, ...node } = rest as typeof rest & Record<string, unknown>
      const refuse = (message: string) => reply.code(400).send({ message })
      if (from === undefined && user_id === undefined) {
        return refuse('body must have a from (phone) or a user_id')
      }
      if (type === undefined && (!('text' in node) || node.text === '')) {
        return refuse('body must have a text, or a type and its node')
      }
      if (media) {
        const file = toMedia(state, media)
        if (!file || type === undefined)
          return refuse('media needs a known id, or base64 and mime_type, and a type')
        const given = (node[type] ?? {}) as Record<string, unknown>
        const filename = type === 'document' &&
          file.filename !== null && { filename: file.filename }
        node[type] = {
          ...filename,
          mime_type: file.mimeType,
          sha256: file.sha256,
          id: file.id,
          ...given,
        }
      }
      const waId = from?.replace(/\D/g, '')
      const customer = state.customers.ensure({
        ...(waId ? { waId } : {}),
        ...(user_id !== undefined && { userId: user_id }),
        ...(parent_user_id !== undefined && { parentUserId: parent_user_id }),
        ...(username !== undefined && { username }),
        ...(name !== undefined && { name }),
        ...(hides_phone !== undefined && { hidesPhone: hides_phone }),
      } as { waId: string })
      const { messageId, ...posted } = playInbound(state, {
        customer,
        phoneNumberId: phone_number_id,
        displayPhoneNumber: display_phone_number,
        wabaId: waba_id,
        id,
        type,
        timestamp,
        node,
      })
      return { message_id: messageId, ...(await outcomeOf(posted)) }
    },
  )

  sim.post(
    '/sim/payload',
    { schema: { body: PayloadBody }, bodyLimit: PAYLOAD_BYTES_MAX },
    async ({ body: { payload } }) =>
      outcomeOf(deliverer.post({ kind: 'payload', lane: 'payload', payload })),
  )

  sim.post(
    '/sim/fields',
    { schema: { body: FieldBody }, bodyLimit: PAYLOAD_BYTES_MAX },
    async ({ body: { field, value, phone_number_id, waba_id } }, reply) => {
      if (phone_number_id === undefined && waba_id === undefined) {
        return reply.code(400).send({ message: 'body must have a phone_number_id or a waba_id' })
      }
      const number =
        phone_number_id === undefined ? undefined : describeNumber(state, phone_number_id)
      const payload = number
        ? payloadOf(number, value, field)
        : accountPayload(waba_id!, field, value, state.clock.now())
      const url = webhookUrlOf(state, number?.wabaId ?? waba_id!)
      return outcomeOf(deliverer.post({ kind: 'field', lane: `field ${field}`, url, payload }))
    },
  )

  sim.post('/sim/echoes', { schema: { body: EchoBody } }, async ({ body }) => {
    const { to, phone_number_id, id, type = 'text', timestamp, ...node } = body
    const waId = to.replace(/\D/g, '')
    const customer = state.customers.ensure({ waId })
    const number = describeNumber(state, phone_number_id, { isCoexistence: true })
    const { text } = node as { text?: unknown }
    const echo = {
      from: number.displayPhoneNumber,
      to: waId,
      ...(customer.userId !== null && { to_user_id: customer.userId }),
      id: id ?? createWamid(waId, 'sent'),
      timestamp: String(timestamp ?? toSeconds(state.clock.now())),
      type,
      ...node,
      ...(typeof text === 'string' && { text: { body: text } }),
    }
    const posted = deliverer.post({
      kind: 'field',
      lane: laneOf(phone_number_id, customer.id),
      messageId: echo.id,
      url: webhookUrlOf(state, number.wabaId),
      payload: payloadOf(
        number,
        { contacts: [contactOf(customer)], message_echoes: [echo] },
        'smb_message_echoes',
      ),
    })
    return { message_id: echo.id, ...(await outcomeOf(posted)) }
  })

  sim.post(
    '/sim/history',
    { schema: { body: HistoryBody }, bodyLimit: PAYLOAD_BYTES_MAX },
    async ({ body }) => {
      const number = describeNumber(state, body.phone_number_id, { isCoexistence: true })
      const payload = payloadOf(number, historyValue(number, body), 'history')
      const url = webhookUrlOf(state, number.wabaId)
      return outcomeOf(deliverer.post({ kind: 'field', lane: 'history', url, payload }))
    },
  )

  sim.get('/sim/time', async () => ({
    now: toIso(state.clock.now()),
    offset_ms: state.clock.offsetMs(),
  }))
}

function toMedia(
  state: SimulatorState,
  media: { id?: string; base64?: string; mime_type?: string; filename?: string },
) {
  if (media.id !== undefined) return findMedia(state, media.id)
  if (media.base64 === undefined || media.mime_type === undefined) return undefined
  return receiveMedia(state, {
    bytes: Buffer.from(media.base64, 'base64'),
    mimeType: media.mime_type,
    filename: media.filename ?? null,
  })
}

import type { FastifyReply } from 'fastify'
import { toIso } from '../clock.ts'
import { bareType, findMedia, kindOfMimeType, receiveMedia } from '../graph/media.ts'
import { isWindowOpen, windowEnd } from '../graph/limits.ts'
import { reportStatus } from '../graph/report-status.ts'
import { hasReached, laneOf } from '../messages.ts'
import type { SimulatorState } from '../state.ts'
import { showReceivedEntry, showSentEntry, showStandbyEntry } from './entries.ts'
import type { Entry } from './entries.ts'
import type { ControlApp } from './control-app.ts'
import { readStandby } from './standby.ts'

const ENTRIES_MAX = 300
const FILE_BYTES_MAX = 100 * 1024 * 1024

interface ByPair {
  Params: { phoneNumberId: string; customer: string }
}

/** Adds conversations as a phone shows them: their messages, read marks, and files. */
export function threadRoutes(sim: ControlApp, state: SimulatorState): void {
  sim.get<ByPair>('/sim/threads/:phoneNumberId/:customer', async ({ params }, reply) => {
    const customer = state.customers.find(params.customer)
    if (!customer) return reply.callNotFound()
    const { phoneNumberId } = params
    const isHere = (one: { phoneNumberId: string; customer: unknown }) =>
      one.phoneNumberId === phoneNumberId && one.customer === customer
    const lane = laneOf(phoneNumberId, customer.id)
    const end = windowEnd(state, lane)
    return {
      window_ends_at: end === undefined ? null : toIso(end),
      window_open: isWindowOpen(state, lane),
      data: [
        ...state.messages.newest(ENTRIES_MAX, isHere).map(showSentEntry),
        ...state.inbound.newest(ENTRIES_MAX, isHere).map(showReceivedEntry),
        ...state.standby.newest(ENTRIES_MAX, isHere).map(showStandbyEntry),
      ]
        .toReversed()
        .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
        .slice(-ENTRIES_MAX),
    }
  })

  sim.get<{ Params: { phoneNumberId: string } }>(
    '/sim/threads/:phoneNumberId',
    async ({ params: { phoneNumberId } }) => {
      const last = new Map<string, Entry>()
      const unread = new Map<string, number>()
      const keep = (entry: Entry) => {
        const before = last.get(entry.customer)
        if (!before || before.at <= entry.at) last.set(entry.customer, entry)
      }
      const isHere = (one: { phoneNumberId: string }) => one.phoneNumberId === phoneNumberId
      for (const message of state.messages.newest(5_000, isHere)) {
        keep(showSentEntry(message))
        const { id } = message.customer
        if (hasReached(message, 'delivered') && !hasReached(message, 'read', 'played', 'failed')) {
          unread.set(id, (unread.get(id) ?? 0) + 1)
        }
      }
      for (const message of state.inbound.newest(5_000, isHere)) keep(showReceivedEntry(message))
      for (const entry of state.standby.newest(5_000, isHere)) keep(showStandbyEntry(entry))
      return {
        data: [...last].map(([customer, entry]) => ({
          customer,
          unread: unread.get(customer) ?? 0,
          last: entry,
        })),
      }
    },
  )

  sim.post<ByPair>('/sim/threads/:phoneNumberId/:customer/read', async ({ params }, reply) => {
    const customer = state.customers.find(params.customer)
    if (!customer) return reply.callNotFound()
    if (!customer.sendsReceipts || !customer.isOnline || customer.blocksBusiness) return { read: 0 }
    const unread = state.messages.newest(
      ENTRIES_MAX,
      (message) =>
        message.phoneNumberId === params.phoneNumberId &&
        message.customer === customer &&
        hasReached(message, 'delivered') &&
        !hasReached(message, 'read', 'played', 'failed'),
    )
    for (const message of unread.reverse()) reportStatus(state, message, 'read')
    const replies = readStandby(state, params.phoneNumberId, customer)
    return { read: unread.length + replies }
  })

  void sim.register(async (files) => {
    files.addContentTypeParser(
      'application/octet-stream',
      { parseAs: 'buffer', bodyLimit: FILE_BYTES_MAX },
      (_request, body, done) => done(null, body),
    )
    files.post<{ Querystring: { mime_type?: string; filename?: string } }>(
      '/sim/media',
      { bodyLimit: FILE_BYTES_MAX },
      async ({ query, body }, reply) => {
        if (!Buffer.isBuffer(body) || body.length === 0 || !query.mime_type) {
          return reply.code(400).send({ message: 'needs bytes and a mime_type' })
        }
        const { id, mimeType, sha256 } = receiveMedia(state, {
          bytes: body,
          mimeType: query.mime_type,
          filename: query.filename ?? null,
        })
        return { id, mime_type: mimeType, sha256, type: kindOfMimeType(mimeType) ?? 'document' }
      },
    )
  })

  sim.get<{ Params: { id: string } }>('/sim/media/:id', async ({ params }, reply) => {
    const media = findMedia(state, params.id)
    if (!media) return reply.callNotFound()
    return sendInertly(reply, media)
  })
}

/** Only files of types that cannot contain scripts are displayed; all others are downloads. */
function sendInertly(
  reply: FastifyReply,
  { bytes, mimeType, filename }: { bytes: Buffer; mimeType: string; filename: string | null },
) {
  const isShown = /^(image\/(jpeg|png|webp|gif)|audio\/[\w.+-]+|video\/(mp4|3gpp|webm))$/.test(
    bareType(mimeType),
  )
  const name = encodeURIComponent(filename ?? 'file')
  return reply
    .headers({
      'content-type': isShown ? mimeType : 'application/octet-stream',
      'content-disposition': `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=3600',
    })
    .send(bytes)
}

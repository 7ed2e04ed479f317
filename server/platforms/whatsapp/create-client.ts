import { FormData } from 'undici'
import { createMediaFetcher } from '../meta/create-media-fetcher.ts'
import { createGraph } from '../meta/graph.ts'
import type { Outcome } from '../meta/read-failed-outcome.ts'
import { toAmbiguous } from '../meta/read-failed-outcome.ts'
import type { ClientOptions, PlatformClient } from '../platform-client.ts'
import { checkAccount } from './check-account.ts'
import { errors } from './errors.ts'
import { fetchSendRate, fetchTemplates } from './fetch-templates.ts'
import { toWaId } from './to-customer.ts'
import { proveOwnership } from './prove-ownership.ts'
import { toSendBody } from './to-send-body.ts'

const UPLOAD_TIMEOUT_MS = 120_000

/**
 * Creates a client of WhatsApp's Cloud API. The API has no idempotency key. Source: Cloud API, "Messages", "Media",
 * "Subscribed apps".
 */
export function createClient(options: ClientOptions): Required<PlatformClient> {
  const graph = createGraph(options, errors)
  return {
    fetchMedia: createMediaFetcher(options),
    proveOwnership: (claim) => proveOwnership(graph, claim),
    checkAccount: (account) => checkAccount(graph, account),
    listTemplates: (account) => fetchTemplates(graph, account),
    readSendRate: (account) => fetchSendRate(graph, account),
    async send({ account, accessToken }, message) {
      const answer = await graph.post(`/${account}/messages`, accessToken, toSendBody(message))
      if ('failed' in answer) return answer.failed
      const { messages, contacts } = answer.body as SendAnswer
      const id = messages?.[0]?.id
      if (typeof id !== 'string' || id === '' || id.includes('\0'))
        return toAmbiguous(answer.httpStatus)
      const waId = contacts?.[0]?.wa_id
      const value = typeof waId === 'string' ? toWaId(waId) : undefined
      return {
        kind: 'accepted',
        platformMessageId: id,
        ...(value !== undefined &&
          value !== message.recipient && { alias: { kind: 'wa_id', value } }),
      }
    },
    async upload({ account, accessToken }, { mimeType, filename, bytes }) {
      const form = new FormData()
      form.set('messaging_product', 'whatsapp')
      form.set('type', mimeType)
      form.set('file', bytes, filename ?? 'file')
      const answer = await graph.post(`/${account}/media`, accessToken, form, UPLOAD_TIMEOUT_MS)
      if ('failed' in answer) return answer.failed
      const { id } = answer.body
      if (typeof id !== 'string' || !/^\d{1,64}$/.test(id)) return toAmbiguous(answer.httpStatus)
      return { kind: 'accepted', platformMediaId: id }
    },
    async markRead({ account, accessToken }, { platformMessageId, isTyping }) {
      const answer = await graph.post(`/${account}/messages`, accessToken, {
        messaging_product: 'whatsapp',
        status: 'read',
        message_id: platformMessageId,
        ...(isTyping && { typing_indicator: { type: 'text' } }),
      })
      return toAccepted(answer)
    },
    async controlThread({ account, accessToken }, { recipient, action }) {
      const answer = await graph.post(`/${account}/thread_control`, accessToken, {
        messaging_product: 'whatsapp',
        ...(/^\d+$/.test(recipient) ? { to: `+${recipient}` } : { recipient }),
        action,
      })
      return toAccepted(answer)
    },
    async subscribe({ businessAccount, accessToken }) {
      return toAccepted(await graph.post(`/${businessAccount}/subscribed_apps`, accessToken, {}))
    },
  }
}

function toAccepted(answer: Outcome) {
  return 'failed' in answer ? answer.failed : { kind: 'accepted' as const }
}

type SendAnswer = { messages?: { id?: unknown }[]; contacts?: { wa_id?: unknown }[] }

import { FormData } from 'undici'
import { META_GRAPH_URL } from '#config.ts'
import { createMediaFetcher } from '../meta/fetch-media.ts'
import { createGraph } from '../meta/graph.ts'
import type { GraphAnswer } from '../meta/graph.ts'
import { readFailedOutcome, toAmbiguous } from '../meta/read-outcome.ts'
import type { ClientOptions, PlatformClient } from '../platform-client.ts'
import { checkAccount } from './check-account.ts'
import { errors } from './errors.ts'
import { fetchSendRate, fetchTemplates } from './fetch-templates.ts'
import { toWaId } from './parse-customer.ts'
import { proveOwnership } from './prove-ownership.ts'
import { toSendBody } from './send-body.ts'

const UPLOAD_TIMEOUT_MS = 120_000

/**
 * Creates a client of WhatsApp's Cloud API. The API has no idempotency key. Source: Cloud API, "Messages", "Media",
 * "Subscribed apps".
 */
export function createClient(options: ClientOptions): Required<PlatformClient> {
  const { graphUrl = META_GRAPH_URL, demo } = options.config
  const { agent, timeoutMs } = options
  const graph = createGraph({ graphUrl, agent, timeoutMs, isDemo: demo })
  return {
    fetchMedia: createMediaFetcher(options),
    proveOwnership: (claim) => proveOwnership(graph, claim),
    checkAccount: (account) => checkAccount(graph, account),
    listTemplates: (account) => fetchTemplates(graph, account),
    readSendRate: (account) => fetchSendRate(graph, account),
    async send({ account, accessToken }, message) {
      const answer = await graph.ask({
        method: 'POST',
        path: `/${account}/messages`,
        accessToken,
        body: toSendBody(message),
      })
      const failed = readFailedOutcome(answer, errors)
      if (failed) return failed
      const { messages, contacts } = (answer as GraphAnswer).body as SendAnswer
      const id = messages?.[0]?.id
      if (typeof id !== 'string' || id === '' || id.includes('\0'))
        return toAmbiguous((answer as GraphAnswer).httpStatus)
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
      const answer = await graph.ask({
        method: 'POST',
        path: `/${account}/media`,
        accessToken,
        form,
        timeoutMs: UPLOAD_TIMEOUT_MS,
      })
      const failed = readFailedOutcome(answer, errors)
      if (failed) return failed
      const id = (answer as GraphAnswer).body?.['id']
      if (typeof id !== 'string' || !/^\d{1,64}$/.test(id))
        return toAmbiguous((answer as GraphAnswer).httpStatus)
      return { kind: 'accepted', platformMediaId: id }
    },
    async markRead({ account, accessToken }, { platformMessageId, isTyping }) {
      const answer = await graph.ask({
        method: 'POST',
        path: `/${account}/messages`,
        accessToken,
        body: {
          messaging_product: 'whatsapp',
          status: 'read',
          message_id: platformMessageId,
          ...(isTyping && { typing_indicator: { type: 'text' } }),
        },
      })
      return readFailedOutcome(answer, errors) ?? { kind: 'accepted' }
    },
    async controlThread({ account, accessToken }, { recipient, action }) {
      const answer = await graph.ask({
        method: 'POST',
        path: `/${account}/thread_control`,
        accessToken,
        body: {
          messaging_product: 'whatsapp',
          ...(/^\d+$/.test(recipient) ? { to: `+${recipient}` } : { recipient }),
          action,
        },
      })
      return readFailedOutcome(answer, errors) ?? { kind: 'accepted' }
    },
    async subscribe({ businessAccount, accessToken }) {
      const path = `/${businessAccount}/subscribed_apps`
      const answer = await graph.ask({ method: 'POST', path, accessToken, body: {} })
      return readFailedOutcome(answer, errors) ?? { kind: 'accepted' }
    },
  }
}

type SendAnswer = { messages?: { id?: unknown }[]; contacts?: { wa_id?: unknown }[] }

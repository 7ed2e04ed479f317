import { createWamid } from '../graph/wamid.ts'
import type { BusinessNumber } from '../webhooks/envelope.ts'

/** A chunk of history as the control API accepts it. */
interface HistoryChunk {
  declined?: boolean | undefined
  phase?: number | undefined
  chunk_order?: number | undefined
  progress?: number | undefined
  threads?: { with: string; messages: Record<string, unknown>[] }[]
}

const DECLINED = 'History sync is turned off by the business'

/**
 * Builds the value of a `history` webhook. A message without `from` is the customer's; `text` may be a string; missing
 * ids and times are generated.
 */
export function historyValue(number: BusinessNumber, chunk: HistoryChunk) {
  if (chunk.declined) {
    const details = 'History sharing is turned off by the business'
    const error = { code: 2593109, title: DECLINED, message: DECLINED, error_data: { details } }
    return { history: [{ errors: [error] }] }
  }
  const threads = (chunk.threads ?? []).map(({ with: phone, messages }) => {
    const waId = phone.replace(/\D/g, '')
    return { id: waId, messages: messages.map((one, at) => toItem(number, waId, one, at)) }
  })
  const metadata = {
    phase: chunk.phase ?? 0,
    chunk_order: chunk.chunk_order ?? 1,
    progress: chunk.progress ?? 100,
  }
  return { history: [{ metadata, threads }] }
}

function toItem(
  number: BusinessNumber,
  waId: string,
  { text, from, ...message }: Record<string, unknown>,
  at: number,
) {
  const isOurs = from === 'business' || from === number.displayPhoneNumber
  return {
    from: isOurs ? number.displayPhoneNumber : waId,
    ...(isOurs && { to: waId }),
    id: createWamid(waId, isOurs ? 'sent' : 'received'),
    timestamp: String(1_735_000_000 + at),
    type: 'text',
    ...(text !== undefined && { text: typeof text === 'string' ? { body: text } : text }),
    history_context: { status: 'READ' },
    ...message,
  }
}

import type { Attempt, Reading } from '../item.ts'
import type { Part } from '../part.ts'
import { toList } from '../to-storable.ts'
import { parseCalls } from './parse-calls.ts'
import { parseErrors, parseEvents } from './parse-events.ts'
import { parseContext, parseHandover } from './parse-handover.ts'
import { parseHistory } from './parse-history.ts'
import { parseMessage } from './parse-message.ts'
import { parseStandby } from './parse-standby.ts'
import { parseStatus } from './parse-status.ts'

/**
 * Reads everything that a part reports. The field decides before the lists: history and echoes have the same lists as
 * new messages of customers, and must not open a window.
 */
export function readWhatsAppPart(part: Part, receivedAt: Date, attempt: Attempt): Reading[] {
  const { field, value, account } = part
  if (field === 'history') return parseHistory(part, receivedAt, attempt)
  const contacts = value['contacts']
  if (field === 'smb_message_echoes') {
    const echoes = toList(value['message_echoes']).map((node) =>
      attempt('message', () =>
        parseMessage(node, { direction: 'outbound', origin: 'echo', contacts, receivedAt }),
      ),
    )
    if (echoes.length > 0) return echoes
  }
  if (account !== undefined && (field === 'standby' || field === 'calls')) {
    const parse = field === 'standby' ? parseStandby : parseCalls
    const readings = parse(part, receivedAt, attempt)
    return readings.length > 0 ? readings : [{ kind: 'kept', about: field }]
  }
  if (account !== undefined && field === 'messaging_handovers')
    return [attempt('event', () => parseHandover(part, receivedAt))]
  if (field !== 'messages' || account === undefined) return parseEvents(part, receivedAt)
  const readings = [
    ...toList(value['messages']).map((node) =>
      attempt('message', () =>
        parseMessage(node, { direction: 'inbound', origin: null, contacts, receivedAt }),
      ),
    ),
    ...toList(value['statuses']).map((node) =>
      attempt('status', () => parseStatus(node, receivedAt)),
    ),
    ...parseErrors(part, receivedAt),
  ]
  const sender = readings.find((each) => each.kind === 'message')?.message.customer
  const context = parseContext(part, sender, receivedAt)
  if (context) readings.push(context)
  return readings.length > 0 ? readings : [{ kind: 'kept', about: field }]
}

import { createHash } from 'node:crypto'
import type { SentMessage, SimulatorState } from '../state.ts'
import { refusal } from './errors.ts'
import { magicOutcome } from './magic-recipients.ts'
import type { MagicOutcome } from './magic-recipients.ts'
import { reportStatus } from './report-status.ts'
import { toSendRequest } from './send-request.ts'
import type { SendRequest } from './send-request.ts'
import { createWamid } from './wamid.ts'

/** An accepted message: what to answer at once, and what happens to it after the answer. */
export interface Accepted {
  answer: Record<string, unknown>
  afterwards: () => void
}

/** Takes a send request; throws the platform's refusal for a wrong shape or a magic recipient. */
export function acceptMessage(
  state: SimulatorState,
  phoneNumberId: string,
  body: Record<string, unknown>,
): Accepted {
  const request = toSendRequest(body)
  const { recipient, type, opaqueData } = request
  const magic = magicOutcome(recipient.waId)
  // A send whose statuses could not be kept is refused rather than lost.
  if (!state.deliverer.hasRoom()) throw refusal(130429)
  refuseByMagic(state, magic, request, body)

  const id = createWamid(recipient.waId ?? recipient.userId ?? '', 'sent')
  const message: SentMessage = {
    id,
    phoneNumberId,
    recipient,
    type,
    request: body,
    opaqueData,
    receivedAt: new Date().toISOString(),
    statuses: [],
  }
  state.messages.add(id, message, JSON.stringify(body).length)

  return {
    answer: {
      messaging_product: 'whatsapp',
      contacts: [
        {
          input: recipient.input,
          ...(recipient.waId && { wa_id: recipient.waId }),
          ...(recipient.userId && { user_id: recipient.userId }),
        },
      ],
      messages: [{ id, ...(type === 'template' && { message_status: 'accepted' }) }],
    },
    afterwards() {
      if (magic?.kind === 'failed') {
        reportStatus(state, message, 'failed', magic.code)
        return
      }
      reportStatus(state, message, 'sent')
      reportStatus(state, message, 'delivered')
    },
  }
}

function refuseByMagic(
  state: SimulatorState,
  magic: MagicOutcome | undefined,
  request: SendRequest,
  body: Record<string, unknown>,
) {
  if (magic?.kind === 'refused') throw refusal(magic.code)
  if (magic?.kind !== 'flaky') return
  const identity = request.opaqueData ?? JSON.stringify(body)
  const key = createHash('sha256').update(identity).digest('base64')
  const refused = state.refusals.get(key) ?? 0
  if (refused >= magic.refusals) return
  state.refusals.add(key, refused + 1)
  throw refusal(magic.code)
}

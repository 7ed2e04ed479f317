import { describeNumber } from '../state.ts'
import type { SimulatorState } from '../state.ts'
import { badParameter, refusal } from './errors.ts'
import { strike } from './faults.ts'
import { holderOf, setHolder } from './holders.ts'

const METADATA_CHARACTERS_MAX = 2_000

/**
 * Takes, passes or releases a conversation for the business. Only the holder can pass or release; whoever calls is not
 * notified. Source: Cloud API, "Conversation Routing".
 */
export function controlThread(
  state: SimulatorState,
  phoneNumberId: string,
  { to, recipient, action, metadata }: Record<string, unknown>,
): { messaging_product: 'whatsapp' } {
  const number = describeNumber(state, phoneNumberId)
  if ((to === undefined) === (recipient === undefined))
    throw badParameter('Exactly one of to and recipient is required.')
  if (typeof metadata === 'string' && metadata.length > METADATA_CHARACTERS_MAX)
    throw badParameter(`Param metadata must have at most ${METADATA_CHARACTERS_MAX} characters.`)
  const id = typeof to === 'string' ? to.replace(/\D/g, '') : String(recipient)
  const customer = state.customers.find(id)
  if (!customer) throw badParameter('There is no conversation with this customer.')
  if (action !== 'take' && action !== 'pass' && action !== 'release')
    throw badParameter('Param action must be one of {TAKE, PASS, RELEASE}.')
  strike(state, {
    phoneNumberId,
    wabaId: number.wabaId,
    waId: customer.waId,
    identity: `${String(action)} ${id}`,
  })
  const holder = holderOf(state, phoneNumberId, customer)
  if (action === 'take') setHolder(state, phoneNumberId, customer, 'business')
  else {
    if (holder === 'agent') throw refusal(138038)
    setHolder(state, phoneNumberId, customer, action === 'pass' ? 'agent' : null)
  }

  return { messaging_product: 'whatsapp' }
}

import type { Random } from '../crash/random.ts'
import type { ChaosCustomer, Written } from './customer.ts'

/** Everything is this much older than the run's start, so that each message has its own second. */
const AGO_SECONDS = 6 * 3600
const startedAt = Math.floor(Date.now() / 1000) - AGO_SECONDS

const image = {
  base64: Buffer.from('not quite an image').toString('base64'),
  mime_type: 'image/png',
}

/** The message types a customer can send; `text` tells messages apart. */
const kinds: Record<string, (text: string) => Record<string, unknown>> = {
  text: (text) => ({ text }),
  image: (text) => ({ type: 'image', image: { caption: text }, media: image }),
  location: (text) => ({
    type: 'location',
    location: { latitude: 12.9, longitude: 77.5, name: text },
  }),
  contacts: (text) => ({ type: 'contacts', contacts: [{ name: { formatted_name: text } }] }),
  interactive: (text) => ({
    type: 'interactive',
    interactive: { type: 'button_reply', button_reply: { id: 'yes', title: text } },
  }),
  button: (text) => ({ type: 'button', button: { payload: text, text } }),
  order: (text) => ({
    type: 'order',
    order: {
      catalog_id: '88',
      text,
      product_items: [
        { product_retailer_id: 'p1', quantity: 3, item_price: 12.5, currency: 'INR' },
      ],
    },
  }),
  unsupported: () => ({
    type: 'unsupported',
    errors: [{ code: 131051, title: 'Message type unknown' }],
  }),
  request_welcome: () => ({ type: 'request_welcome' }),
}

/**
 * Picks a customer's next action, records it, and returns the simulator's request body. About one in five reacts to,
 * edits or revokes an earlier message; `ours` are platform ids of messages they received.
 */
export function writeInbound(customer: ChaosCustomer, random: Random, ours: string[]) {
  const { written } = customer
  const sequence = written.length
  const id = `wamid.chaos.${customer.id}.${sequence}`
  const text = `${customer.id} says ${sequence}`
  const said = written.filter((each) => !each.update)
  const update = said.length > 0 && random.chance(0.2)
  const { type, node, ...change } = update
    ? writeUpdate(text, said, random, ours)
    : { ...pickKind(text, random, sequence), update: undefined }
  const timestamp = startedAt + sequence
  written.push({ id, type, timestamp, ...(change.update && { update: change.update }) })
  return { ...customer.sender, id, timestamp, type, ...node }
}

/** The first message is a text, by which the conversation is found. */
function pickKind(text: string, random: Random, sequence: number) {
  const type = sequence === 0 || random.chance(0.5) ? 'text' : random.pick(Object.keys(kinds))
  return { type, node: kinds[type]!(text) }
}

function writeUpdate(text: string, said: Written[], random: Random, ours: string[]) {
  const type = random.pick(['reaction', 'reaction', 'edit', 'revoke'])
  if (type === 'reaction') {
    const targetId = random.pick([random.pick(said).id, ...ours.slice(0, 1)])
    const emoji = random.pick(['👍', '🙏', '❤️', ''])
    const node = { reaction: { message_id: targetId, emoji } }
    return { type, node, update: { targetId, value: emoji || null } }
  }
  const targetId = random.pick(said.filter((each) => each.type === 'text')).id
  if (type === 'revoke')
    return {
      type,
      node: { revoke: { original_message_id: targetId } },
      update: { targetId, value: null },
    }
  const value = `${text}, corrected`
  const message = { type: 'text', text: { body: value } }
  const node = { edit: { original_message_id: targetId, message } }
  return { type, node, update: { targetId, value } }
}

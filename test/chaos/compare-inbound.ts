import type { ChaosCustomer, Written } from './customer.ts'
import type { ShownChat, ShownMessage } from './read-parley.ts'
import type { ReceivedEntry } from './read-platform.ts'

/** Message types of the platform that are shown under another name. */
const SHOWN_AS: Record<string, string> = { request_welcome: 'system' }

/**
 * Reports the customers' messages that Parley's conversations do not contain exactly once, in order and with their last
 * change. `repeated` are sent messages that the platform has under two ids, so that a reaction may belong to the other
 * one.
 */
export function compareInbound(
  customers: ChaosCustomer[],
  received: ReceivedEntry[],
  chats: ShownChat[],
  repeated: Set<string>,
): string[] {
  const problems: string[] = []
  const entries = new Map(received.map((entry) => [entry.id, entry]))
  const written = customers.flatMap((each) => each.written)
  if (entries.size !== written.length)
    problems.push(`customers wrote ${written.length}, the ledger has ${entries.size}`)
  for (const { id, isAcknowledged } of received)
    if (!isAcknowledged) problems.push(`${id} was never acknowledged`)
  const chatOf = new Map(chats.map((chat) => [chat.id, chat]))
  if (chats.length !== customers.length)
    problems.push(`there are ${chats.length} chats with ${customers.length} customers`)
  for (const customer of customers) {
    const chat = chatOf.get(customer.chatId)
    if (!chat) problems.push(`the chat with ${customer.id} is gone`)
    else problems.push(...compareChat(customer, chat, repeated))
  }
  return problems
}

function compareChat(
  { id, sender, written }: ChaosCustomer,
  { phone, messages }: ShownChat,
  repeated: Set<string>,
): string[] {
  const problems: string[] = []
  if (phone !== (sender.from ?? null)) problems.push(`${id} has the phone ${phone}`)
  const shown = messages.filter((each) => each.direction === 'inbound')
  const said = written.filter((each) => !each.update)
  const byId = Map.groupBy(shown, (each) => each.platformId)
  for (const each of said) {
    const found = byId.get(each.id) ?? []
    if (found.length !== 1) problems.push(`${each.id} is there ${found.length} times`)
    const [message] = found
    const type = SHOWN_AS[each.type] ?? each.type
    if (message && message.type !== type)
      problems.push(`${each.id} is shown as ${message.type}, not ${type}`)
    if (message && Date.parse(message.createdAt) !== each.timestamp * 1000)
      problems.push(`${each.id} is shown at ${message.createdAt}, not at ${each.timestamp}`)
  }
  if (shown.length !== said.length)
    problems.push(`${id} wrote ${said.length} messages, ${shown.length} are shown`)
  else if (shown.some((each, index) => each.platformId !== said[index]!.id))
    problems.push(`what ${id} wrote is not in the order of the platform's times`)
  if (messages.some(({ createdAt }, index) => createdAt < (messages[index - 1]?.createdAt ?? '')))
    problems.push(`the chat with ${id} is not in the order of times`)
  for (const message of messages)
    if (!repeated.has(message.id)) problems.push(...compareChanges(message, written))
  return problems
}

/** Checks that the last change by the platform's time is the one shown. */
function compareChanges(message: ShownMessage, written: Written[]): string[] {
  const { platformId, emojis, text, isRevoked } = message
  const last = (type: string) =>
    written.findLast((each) => each.type === type && each.update?.targetId === platformId)
  const [reaction, edit, revoke] = [last('reaction'), last('edit'), last('revoke')]
  const problems: string[] = []
  const expected = reaction?.update?.value ?? ''
  if (emojis.join() !== expected)
    problems.push(`${platformId} shows the reaction "${emojis.join()}", not "${expected}"`)
  if (isRevoked !== (revoke !== undefined))
    problems.push(`${platformId} is ${isRevoked ? '' : 'not '}shown as taken back`)
  if (edit && !revoke && text !== edit.update!.value)
    problems.push(`${platformId} shows "${text}", not "${edit.update!.value}"`)
  return problems
}

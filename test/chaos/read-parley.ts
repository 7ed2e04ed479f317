import type { Call } from '../app.ts'
import type { Answer } from '../answer.ts'

/** A message as the API shows it, with its trail. */
export type ShownMessage = {
  id: string
  chatId: string
  direction: 'inbound' | 'outbound'
  type: string
  text: string | null
  status: string
  createdAt: string
  isRevoked: boolean
  /** The contact's reactions. */
  emojis: string[]
  platformId: string | null
  attempts: { at: number; outcome: string; platformId: string | null }[]
  /** `<platform id> <status>` with the platform's time in ms. */
  statuses: Map<string, number>
}

/** A conversation and its messages, oldest first, in the API's order. */
export type ShownChat = { id: string; phone: string | null; messages: ShownMessage[] }

const AT_ONCE = 16

/** Reads everything in the workspace as an integrator would: conversations, their messages, their trails. */
export async function readParley(api: Call): Promise<ShownChat[]> {
  const chats: ShownChat[] = (await readAll(api, '/api/v1/chats')).map((chat) => ({
    id: chat.id,
    phone: chat.person.phone_e164,
    messages: [],
  }))
  await forEach(chats, async (chat) => {
    const shown = await readAll(api, `/api/v1/chats/${chat.id}/messages`)
    for (const message of shown.toReversed()) chat.messages.push(toShown(chat.id, message))
  })
  await forEach(
    chats.flatMap((chat) => chat.messages),
    (message) => addTrail(api, message),
  )
  return chats
}

function toShown(chatId: string, message: any): ShownMessage {
  const { id, direction, type, text, status, created_at: createdAt } = message
  const emojis = message.reactions
    .filter((each: any) => each.author.type === 'person')
    .map((each: any) => each.emoji)
  return {
    id,
    chatId,
    direction,
    type,
    text,
    status,
    createdAt,
    emojis,
    isRevoked: message.revoked_at !== null,
    platformId: null,
    attempts: [],
    statuses: new Map(),
  }
}

async function addTrail(api: Call, message: ShownMessage): Promise<void> {
  const { body } = await api(`GET /api/v1/messages/${message.id}/trail`)
  message.platformId = body.platform_message_id
  for (const step of body.steps) {
    const [at, platformId] = [Date.parse(step.at), step.platform_message_id]
    if (step.kind === 'attempt') message.attempts.push({ at, outcome: step.outcome, platformId })
    if (step.kind === 'status') message.statuses.set(`${platformId} ${step.status}`, at)
  }
}

/** Reads every item of a list. */
async function readAll(api: Call, path: string): Promise<any[]> {
  const items: any[] = []
  for (let query: string | undefined = ''; query !== undefined;) {
    const answer: Answer = await api(`GET ${path}?limit=100${query}`)
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`)
    items.push(...answer.body.data)
    const cursor: string | null = answer.body.next_cursor
    query = cursor === null ? undefined : `&cursor=${cursor}`
  }
  return items
}

async function forEach<T>(items: T[], run: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values()
  const client = async () => {
    for (const item of waiting) await run(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, client))
}

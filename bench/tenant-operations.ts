import type { Pool } from 'undici'
import type { Scope } from '#db/context.ts'
import {
  createTestChannel,
  createTestChat,
  createTestKey,
  createTestWorkspace,
} from '#test/factories.ts'
import type { BenchDatabase } from './database.ts'
import { textBody } from './ingest/inbound-product.ts'

/** A conversation with a contact. */
type Place = { chatId: string; personId: string }
/** A workspace with a key, a number that customers write to, and a conversation, which is the last of `places`. */
export type Tenant = Place & { key: string; account: string; places: Place[] }
/** Does one operation in a workspace. */
export type Operation = (tenant: Tenant) => Promise<unknown>

/** Lists what is done over the API and by `postPayload`, by name. */
export function operationsOf(
  api: Pool,
  postPayload: (body: string) => Promise<unknown>,
): Record<string, Operation> {
  let phone = 14_150_000_000
  let customer = 10_000_000
  const post = async (path: string, key: string, body: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const answer = await api.request({ method: 'POST', path, headers, body: JSON.stringify(body) })
    const text = await answer.body.text()
    if (answer.statusCode !== 201)
      throw new Error(`A request was answered ${answer.statusCode}: ${text}`)
  }
  return {
    send: ({ key, chatId }) =>
      post('/api/v1/messages/send', key, {
        conversation_id: chatId,
        message: 'Your order has left our warehouse and will reach you tomorrow before noon.',
      }),
    contact: ({ key }) =>
      post('/api/v1/contacts', key, {
        name: 'Leela Nair',
        phone_e164: `+${++phone}`,
        source: 'shop',
      }),
    ticket: ({ key, personId }) =>
      post('/api/v1/tickets', key, { person_id: personId, title: 'A parcel is late' }),
    payload: ({ account }) =>
      postPayload(
        textBody(account, `9198${++customer}`, 'Is it still there? I would come at noon.'),
      ),
  }
}

/** Creates workspaces with `chats` conversations, 16 at a time, and writes them to the disk. */
export async function createTenants(
  database: BenchDatabase,
  count: number,
  chats = 1,
): Promise<Tenant[]> {
  const tenants: Tenant[] = []
  const create = async (): Promise<void> => {
    const { scope } = await createTestWorkspace(database.context)
    tenants.push(await createTenant(scope, chats))
  }
  await database.seedFast(async () => {
    for (let left = count; left > 0; left -= 16)
      await Promise.all(Array.from({ length: Math.min(16, left) }, create))
  })
  return tenants
}

/** Creates a channel with conversations and a key in a workspace. */
export async function createTenant(scope: Scope, chats: number): Promise<Tenant> {
  const { id: channelId, account } = await createTestChannel(scope)
  const places: Place[] = []
  for (let left = chats; left > 0; left--) {
    const { id: chatId, personId } = await createTestChat(scope, { channelId })
    places.push({ chatId, personId })
  }
  return { ...places.at(-1)!, places, account, key: await createTestKey(scope, ['*']) }
}

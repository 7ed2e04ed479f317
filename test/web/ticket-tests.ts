import assert from 'node:assert/strict'
import type { Response } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import type { shareWebProduct } from './shared-product.ts'

type Made = { id: string; number: number; title: string }

/** Creates a conversation in a product, for tests of tickets. */
export async function openTicketTests(product: Awaited<ReturnType<typeof shareWebProduct>>) {
  const { api } = product
  await product.customerWrites('919812300001', 'Meera Nair', 'My kettle came broken.')
  const chat = await waitFor(
    async () => (await api('GET /api/v1/chats')).body.data[0] as Record<string, any> | undefined,
    { what: 'the chat' },
  )
  const personId: string = chat['person'].id
  const messageId: string = chat['last_message'].id
  const members = (await api('GET /api/v1/members')).body.data as { id: string; role: string }[]
  const agentId = members.find(({ role }) => role === 'agent')!.id
  return {
    chatId: chat['id'] as string,
    messageId,
    agentId,
    /** Creates a ticket of the conversation's contact. */
    create: async (title: string, body: object = {}): Promise<Made> => {
      const answer = await api('POST /api/v1/tickets', {
        body: { person_id: personId, title, ...body },
      })
      assert.equal(answer.status, 201, answer.text)
      return answer.body
    },
    statusOf: async (id: string) => (await api(`GET /api/v1/tickets/${id}`)).body.status,
  }
}

/** Returns the status of the ticket in the answer to a change. */
export async function statusIn(answer: Response): Promise<string | undefined> {
  if (answer.request().method() !== 'PATCH') return undefined
  return ((await answer.json()) as { status: string }).status
}

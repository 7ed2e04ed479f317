import type { Scope } from '#db/context.ts'
import type { Call } from '#test/app.ts'
import { createTestChat, createTestMember } from '#test/factories.ts'
import { storeTestUpload } from '#test/uploads.ts'

/** Creates tickets, and returns the paths and the bodies of POST routes of one of them, by the paths of the routes. */
export async function prepareTickets(call: Call, scope: Scope, key: string) {
  const chat = await createTestChat(scope)
  const create = async () => {
    const body = { person_id: chat.personId, title: 'T', conversation_id: chat.id }
    return (await call('POST /api/v1/tickets', { key, body })).body.id as string
  }
  const [ticket, other] = [await create(), await create()]
  const { membershipId: membership_id } = await createTestMember(scope, 'agent')
  const bodies: Record<string, Record<string, unknown>> = {
    attachments: { media_id: await storeTestUpload(scope) },
    comments: { text: 'Hello' },
    'customer-updates': { text: 'Hello' },
    followers: { membership_id },
    links: { ticket_id: other, kind: 'blocks' },
  }
  const routed = <T>(valueOf: (part: string) => T) =>
    Object.fromEntries(
      Object.keys(bodies).map((part) => [`/api/v1/tickets/:id/${part}`, valueOf(part)]),
    )
  return {
    paths: routed((part) => `/api/v1/tickets/${ticket}/${part}`),
    bodies: routed((part) => bodies[part]!),
  }
}

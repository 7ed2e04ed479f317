import type { Call } from '../app.ts'
import { createCall } from '../call.ts'
import { waitFor } from '../wait-for.ts'

/** A web chat that visitors use: its public id, and an origin that it allows. */
export type WebChatTarget = { publicId: string; origin: string }

/** A visitor with a session. `path` takes its messages. */
export type Visitor = { call: Call; path: string }

/** Maximum time until a session starts, also while the database is unavailable. */
const START_MS = 120_000

/** Starts the session of a visitor of a web chat, however long its server is unavailable. */
export async function startVisitor(
  ingestUrl: string,
  { publicId, origin }: WebChatTarget,
): Promise<Visitor> {
  const anonymous = createCall(ingestUrl, { origin })
  const token = await waitFor(
    async () => {
      const answer = await anonymous(`POST /chat/${publicId}/session`, { body: {} }).catch(
        () => undefined,
      )
      return answer?.status === 200 ? (answer.body.token as string) : undefined
    },
    { timeoutMs: START_MS, what: 'the session of a visitor' },
  )
  return {
    call: createCall(ingestUrl, { origin, authorization: `Bearer ${token}` }),
    path: `/chat/${publicId}/messages`,
  }
}

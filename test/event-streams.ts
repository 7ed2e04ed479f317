import { after } from 'node:test'
import type { Context, Scope } from '#db/context.ts'
import { transaction } from '#db/transaction.ts'
import type { EventType } from '#shared/event-types.ts'
import type { StreamServing } from '#events/create-stream-opener.ts'
import { recordEvents } from '#events/record-events.ts'
import { addEventRoutes } from '#events/routes.ts'
import { createApp } from '#http/app.ts'
import type { App } from '#http/app.ts'
import { addAuthentication } from '#http/add-authentication.ts'
import { createApiKeyFinder } from '#account/keys/create-api-key-finder.ts'
import { createSessionFinder } from '#account/sign-in/create-session-finder.ts'
import { createSessionCookie } from '#account/sign-in/session-cookie.ts'

/**
 * A stream of events as its client sees it; `frames` are its blocks with data, `text` all of it. `lastId` is where a
 * client goes on: the id of the last block, also of one without data.
 */
export type TestStream = {
  answer: Response
  lastId: () => string | undefined
  frames: { id?: string; event?: string; data?: string }[]
  text: () => string
  isOpen: () => boolean
  ended: Promise<unknown>
  close: () => void
}

/** Starts only the event routes on their own port; closed after the file's tests. */
export async function startEventApi(
  context: Context,
  serving?: StreamServing,
): Promise<{ app: App; url: string }> {
  const app = createApp({ log: context.log, bodyBytesMax: 1024 })
  addAuthentication(app, context, {
    findKey: createApiKeyFinder(context),
    recordKeyUse: () => undefined,
    findSession: createSessionFinder(context, createSessionCookie(context)),
  })
  addEventRoutes(app, context, serving)
  after(() => app.close())
  return { app, url: await app.listen({ host: '127.0.0.1', port: 0 }) }
}

/** Opens a stream of the API at `url`, with a key or with the headers of a session, and reads it as it arrives. */
export async function openTestStream(
  url: string,
  caller: string | Record<string, string>,
  options: { path?: string; query?: string; last?: string } = {},
): Promise<TestStream> {
  const { path = '/api/v1/events/stream', query = '', last } = options
  const cancel = new AbortController()
  const answer = await fetch(`${url}${path}${query}`, {
    headers: {
      ...(typeof caller === 'string' ? { authorization: `Bearer ${caller}` } : caller),
      ...(last !== undefined && { 'last-event-id': last }),
    },
    signal: cancel.signal,
  })
  const frames: TestStream['frames'] = []
  let all = ''
  let id: string | undefined
  let isOpen = true
  const read = async () => {
    let text = ''
    for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      all += chunk
      const blocks = text.split('\n\n')
      text = blocks.pop()!
      for (const block of blocks) {
        id = /^id: (.*)$/m.exec(block)?.[1] ?? id
        if (block.includes('data: '))
          frames.push(Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s))))
      }
    }
  }
  const ended = read()
    .catch(() => undefined)
    .then(() => (isOpen = false))
  const close = () => cancel.abort()
  after(close)
  return { answer, lastId: () => id, frames, text: () => all, isOpen: () => isOpen, ended, close }
}

/** Records `count` events in one transaction; `data` is `{number, note}`, counted from `first`. */
export function recordTestEvents(
  scope: Scope,
  count: number,
  type: EventType = 'message.sent',
  first = 0,
): Promise<void> {
  return transaction(scope, (tx) =>
    recordEvents(
      tx,
      Array.from({ length: count }, (_, index) => ({
        type,
        data: { number: first + index, note: 'é "quoted"' },
      })),
    ),
  )
}

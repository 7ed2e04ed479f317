import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newId } from '#lib/ids.ts'
import type { Answer } from '#test/answer.ts'
import { listRoutes } from '../contract/list-routes.ts'
import { PATH_KINDS, pathBodies } from '../contract/one-of-each.ts'
import { openVisibility, ROLE_SIGHTS, SIGHTS } from './open-visibility.ts'
import { secretsOf, sees, seesKind } from './plant-worlds.ts'
import type { Sight } from './plant-worlds.ts'

const { app, call, worlds, openAs } = await openVisibility()
const STREAMS = ['/api/v1/events/stream', '/api/app/live']
const routes = listRoutes(app).filter(
  ({ url }) => /^\/api\/(?:v1|app)\//.test(url) && !STREAMS.includes(url) && url !== '/api/v1/me',
)

/** Fails if an answer names anything of a world that the caller does not see. `asked`: ids that the request named. */
function assertNoLeak(sight: Sight, request: string, { text }: Answer, asked: string[] = []): void {
  const found = secretsOf(sight, worlds).find(
    (each) => !asked.includes(each.text) && text.includes(each.text),
  )
  assert.equal(
    found,
    undefined,
    `${request} shows ${found?.name} to ${JSON.stringify(sight)}: ${text.slice(0, 600)}`,
  )
}

const LISTS: Record<string, string> = {
  '/api/v1/search': '?q=secret',
  '/api/v1/chats/can-send': '?phone_e164=%2B919800000001',
  '/api/v1/reports/messages': '?since=2026-01-01T00:00:00Z',
}

describe('what a caller does not see', () => {
  for (const sight of [...SIGHTS, ...ROLE_SIGHTS])
    test(`is in no list: ${JSON.stringify(sight)}`, async () => {
      const options = await openAs(sight)
      for (const { method, url } of routes) {
        if (method !== 'GET' || url.includes(':')) continue
        const request = `GET ${url}${LISTS[url] ?? ''}`
        const answer = await call(request, options)
        assert.ok(answer.status < 500, `${request} ${answer.text}`)
        assertNoLeak(sight, request, answer)
      }
    })

  for (const sight of SIGHTS)
    test(`changes no page, no count and no file of the rest: ${JSON.stringify(sight)}`, async () => {
      const options = await openAs(sight)
      const seen = worlds.filter(({ name }) => sees(sight, name))
      const list = (kind: string) => {
        const visible = worlds.filter((world) => seesKind(sight, world, kind))
        return [...new Set(visible.flatMap(({ ids }) => ids[kind] ?? []))].toSorted()
      }
      const read = async (path: string) => (await call(`GET /api/v1/${path}`, options)).body
      for (const [path, kind] of [
        ['chats', 'conversation'],
        ['tickets', 'ticket'],
        ['contacts', 'person'],
        ['messages', 'message'],
        ['drafts', 'draft'],
        ['csat/ratings', 'rating'],
      ] as const) {
        const { data } = await read(`${path}?limit=100`)
        assert.deepEqual(data.map(({ id }: { id: string }) => id).toSorted(), list(kind), path)
        // The limit is reached after what is hidden is left out.
        const first = await read(`${path}?limit=1`)
        assert.equal(first.data.length, Math.min(1, list(kind).length), path)
      }
      for (const [subject, kind] of [
        ['chats', 'conversation'],
        ['tickets', 'ticket'],
      ] as const) {
        const { body } = await call(`GET /api/v1/${subject}/export.csv`, options).then(
          ({ text }) => ({ body: text }),
        )
        for (const { ids, marker } of seen)
          if (ids[kind])
            assert.ok(body.includes(ids[kind]!) || body.includes(marker), `${subject} ${marker}`)
      }
      const hits = await read('search?q=secret&limit=25')
      const text = JSON.stringify(hits)
      for (const { marker, name } of seen)
        assert.ok(text.includes(marker), `search ${name}: ${text}`)
      // A contact has the entries of all that is visible, also of what came to it by a merge, and its own ones.
      for (const { person, ids } of seen) {
        const { data } = await read(`contacts/${person}/timeline?limit=100`)
        const entries = JSON.stringify(data)
        for (const kind of ['ticket', 'contactNote'])
          assert.ok(entries.includes(ids[kind]!), `timeline ${kind}: ${entries}`)
      }
    })

  for (const sight of SIGHTS)
    test(`is unknown under its id, and all else is found: ${JSON.stringify(sight)}`, async () => {
      const options = await openAs(sight)
      const problems: string[] = []
      /** The answers for an id that does not exist, by request. */
      const unknown = newId()
      const absents = new Map<string, Promise<Answer>>()
      for (const { method, url } of routes) {
        if (!url.includes('/:')) continue
        const kind = PATH_KINDS.find(([pattern]) => pattern.test(url))?.[1]
        for (const world of worlds) {
          const id = world.ids[kind ?? '']
          if (id === undefined) continue
          const isSeen = seesKind(sight, world, kind ?? '')
          // What is seen is only read: later requests need it.
          if (isSeen && method !== 'GET') continue
          const other =
            worlds.find(({ person, name }) => person !== world.person && sees(sight, name))
              ?.person ?? newId()
          const body = pathBodies(other)[`${method} ${url}`] ?? (method === 'POST' ? {} : undefined)
          const query = url.endsWith('/merge-preview') ? `?other_id=${other}` : ''
          const ask = (of: string) =>
            call(`${method} ${url.replace(/:\w+/, of)}${query}`, {
              ...options,
              ...(body && { body }),
            })
          const answer = await ask(id)
          const request = `${method} ${url} of ${world.name}`
          assertNoLeak(sight, request, answer, [id])
          if (isSeen && answer.status !== 200)
            problems.push(`${request}: ${answer.status} ${answer.text.slice(0, 200)}`)
          if (isSeen) continue
          const absent = await absents.getOrInsertComputed(`${method} ${url} ${other}`, () =>
            ask(unknown),
          )
          const same =
            answer.status === absent.status && strip(answer, id) === strip(absent, unknown)
          if (!same)
            problems.push(
              `${request}: ${answer.status} ${answer.text.slice(0, 200)} instead of ${absent.status} ${absent.text.slice(0, 100)}`,
            )
        }
      }
      assert.deepEqual(problems, [])
    })
})

/** Returns the text of an answer without what differs between requests. */
function strip(answer: Answer, id: string): string {
  return answer.text
    .replaceAll(id, '<id>')
    .replaceAll(String(answer.headers['x-request-id']), '<request>')
}

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { states as hindi } from '../text/states/hi.ts'
import { ConnectionError, ParleyError } from '#client/core.ts'
import { api, setConfirmation, setErrorTexts } from './api.ts'

const { fetch } = globalThis
after(() => (globalThis.fetch = fetch))
setErrorTexts(hindi)

test('a canceled confirmation and a lost connection are explained in the language of the app', async () => {
  const problem = { code: 'confirmation_required', detail: 'Confirm your password first.' }
  let requests = 0
  globalThis.fetch = async () => {
    requests++
    return Response.json(problem, { status: 403 })
  }
  setConfirmation(async () => false)
  await assert.rejects(
    api.post('/api/developer/api-keys'),
    (err) =>
      err instanceof ParleyError &&
      err.code === 'confirmation_required' &&
      err.message === hindi.notConfirmed,
  )
  assert.equal(requests, 1)
  globalThis.fetch = async () => {
    throw new TypeError('Failed to fetch')
  }
  await assert.rejects(
    api.get('/api/v1/chats'),
    (err) => err instanceof ConnectionError && err.message === hindi.network,
  )
})

test('a request whose answer never comes ends as a lost connection', async (t) => {
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  t.mock.timers.enable({ apis: ['setTimeout'] })
  globalThis.fetch = (_url, request) => {
    resolve()
    return new Promise((_resolve, reject) => {
      request!.signal!.addEventListener('abort', () => reject(request!.signal!.reason as Error))
    })
  }
  const answer = api.get('/api/v1/chats')
  await asked
  t.mock.timers.tick(30_000)
  await assert.rejects(answer, ConnectionError)
})

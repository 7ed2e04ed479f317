import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createStorage } from './storage.ts'

const MESSAGE = { id: '1', text: 'Do you deliver?', at: '2026-11-28T06:00:00Z', page_url: '' }

/** Lets the code see `localStorage` as a browser has it, until the tests have ended. */
function setLocalStorage(localStorage: () => unknown): void {
  Object.defineProperty(globalThis, 'window', {
    value: Object.defineProperty({}, 'localStorage', { get: localStorage }),
    configurable: true,
  })
}
after(() => Reflect.deleteProperty(globalThis, 'window'))

for (const [what, localStorage] of [
  [
    'forbids storage',
    () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    },
  ],
  [
    'has a full storage',
    () => ({
      getItem: () => null,
      removeItem: () => undefined,
      setItem() {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      },
    }),
  ],
] as const)
  test(`a browser that ${what} keeps the web chat and its unsent messages in memory`, () => {
    setLocalStorage(localStorage)
    const storage = createStorage('chat')
    storage.set('token', 'a')
    storage.keep(MESSAGE)
    assert.equal(storage.get('token'), 'a')
    assert.deepEqual(storage.unsent(), [MESSAGE])
    storage.drop(MESSAGE.id)
    storage.set('token', null)
    assert.deepEqual([storage.unsent(), storage.get('token')], [[], null])
  })

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findAnnouncement } from './find-announcement.ts'
import type { ThreadItem } from './types.ts'

const item = (id: number, kind: string, direction?: string) =>
  ({ id: `${id}`, kind, direction, created_at: `2026-11-23T10:00:0${id}Z` }) as ThreadItem

const first = item(1, 'message', 'inbound')
const closed = item(2, 'change')
const second = item(3, 'message', 'inbound')
const reopened = item(4, 'change')
const reply = item(5, 'message', 'outbound')

test('an old message is not announced when what came after it is undone', () => {
  assert.equal(findAnnouncement([first], closed), undefined)
  assert.equal(findAnnouncement([], closed), undefined)
})

test('a new message is announced, also when it changed the conversation or was answered at once', () => {
  assert.equal(findAnnouncement([first, closed, second], closed), second)
  assert.equal(findAnnouncement([first, closed, second, reopened, reply], closed), second)
  assert.equal(findAnnouncement([first, closed, second, reopened, reply], second), undefined)
  assert.equal(findAnnouncement([first], undefined), first)
})

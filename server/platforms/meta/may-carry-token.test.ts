import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayCarryToken } from './may-carry-token.ts'

test('tokens go to the platform’s hosts alone', () => {
  const real = 'https://graph.facebook.com/v25.0'
  for (const url of [
    'https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1',
    'https://scontent.xx.fbcdn.net/v/1.jpg',
    'https://graph.facebook.com/v25.0/1',
  ])
    assert.ok(mayCarryToken(url, real, 'EAA'), url)
  for (const url of [
    'http://lookaside.fbsbx.com/x',
    'https://lookaside.fbsbx.com.evil.example/x',
    'https://evilfbsbx.com/x',
    'https://lookaside.fbsbx.com:8443/x',
    'https://user@lookaside.fbsbx.com/x',
    'https://127.0.0.1/x',
    'file:///etc/passwd',
    'nonsense',
  ])
    assert.ok(!mayCarryToken(url, real, 'EAA'), url)
  assert.ok(!mayCarryToken(`${real}/1`, real, 'sim_token'))
  assert.ok(!mayCarryToken('https://lookaside.fbsbx.com/x', 'http://127.0.0.1:3002', 'sim_token'))
  assert.ok(
    mayCarryToken('http://127.0.0.1:3002/media/1', 'http://127.0.0.1:3002/v25.0', 'sim_token'),
  )
})

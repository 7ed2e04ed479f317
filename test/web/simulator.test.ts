import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPair } from '../../simulator/test/pair.ts'
import type { Caught } from '../../simulator/test/receiver.ts'
import { openBrowser } from './browser.ts'

const NUMBER = '555000111222'

/** Returns the field of a webhook, with what it reports. */
function fieldOf({ json }: Caught): string {
  const { field, value } = json.entry[0].changes[0]
  const [call] = value.calls ?? []
  const [message] = value.messages ?? []
  const permission = message?.interactive?.call_permission_reply?.response
  return [field, value.type ?? call?.status ?? permission].filter(Boolean).join(' ')
}

test('the simulated phone plays handovers, calls and user names at a width of 390 pixels', async (t) => {
  const { simulator, receiver, call } = await startPair(t)
  await call('POST', '/sim/numbers', {
    phone_number_id: NUMBER,
    display_phone_number: '15550149000',
    verified_name: 'Harbour Bakery',
  })
  await call('POST', '/sim/customers', { wa_id: '+919876543210', user_id: 'IN.77' })
  const { open } = await openBrowser(simulator.url)
  const { page, problems } = await open('/#919876543210', { width: 390, height: 844 })
  await page.waitForFunction(() =>
    [...document.fonts].some(
      ({ family, status }) => /IBM Plex/.test(family) && status === 'loaded',
    ),
  )
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const reported = (field: string) =>
    receiver.until((caught) => caught.some((each) => fieldOf(each) === field))

  await press('+91 98765 43210’s phone')
  await press('Agent takes the conversation')
  await reported('messaging_handovers control_taken')
  await page.getByText('The conversation is held by the platform’s agent.').waitFor()
  await press('Agent replies')
  await page.getByRole('dialog').getByLabel('Message').fill('One moment.')
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  await reported('standby')
  await press('Agent gives it to the business')
  await page.getByLabel('Summary').fill('Wants to return an order.')
  await press('Give to the business')
  const handed = await reported('messaging_handovers control_passed')
  const passed = handed.find((each) => fieldOf(each) === 'messaging_handovers control_passed')!
  const { control_passed: handover } = passed.json.entry[0].changes[0].value
  assert.equal(handover.conversation_context.summary.text, 'Wants to return an order.')
  await page.getByText('The conversation is held by the business.').waitFor()

  await press('Call, nobody answers')
  await reported('calls FAILED')
  await press('Call, the business answers')
  await reported('calls COMPLETED')
  const log = page.getByRole('log', { includeHidden: true })
  await log.getByText('Call, 0:30').waitFor()
  const thread = await log.innerText()
  assert.match(thread, /One moment\.\s*Platform’s agent/)
  assert.match(thread, /Call, not answered[^]*Call, 0:30/)
  await press('Allow calls')
  await reported('messages accept')
  await press('Decline calls')
  await reported('messages reject')
  await press('Change user name')
  await page.getByLabel('New user name').fill('@meera.writes')
  await page.getByRole('dialog').getByRole('button', { name: 'Change user name' }).click()
  await page.getByText('@meera.writes').first().waitFor()

  const text = await page.locator('body').innerText()
  assert.doesNotMatch(text, /\+?919876543210/, 'phone numbers are in groups')
  const width = await page.evaluate('document.documentElement.scrollWidth')
  assert.equal(width, 390)
  assert.deepEqual(problems, [])
})

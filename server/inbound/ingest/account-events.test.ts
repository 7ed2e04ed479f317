import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createChannel } from '#channels/create-channel.ts'
import { openTestContext } from '#test/context.ts'
import { createTestMember } from '#test/factories.ts'
import { openInbound, rowsOf } from '#test/inbound.ts'
import { changeOf } from '#platforms/fixtures/payload-of.ts'
import type { Json } from '#platforms/fixtures/payload-of.ts'

const { context } = await openTestContext()
const { open } = openInbound(context)
const now = Math.floor(Date.now() / 1000)

/**
 * Creates a workspace whose channel has a business account that no other test uses. `report` sends reports of that
 * account.
 */
async function setUp() {
  const businessAccount = String(Math.floor(1e12 + Math.random() * 9e12))
  const own = await open({ business_account: businessAccount })
  const report = (field: string, value: Json, at = now) =>
    own.receive({
      object: 'whatsapp_business_account',
      entry: [{ id: businessAccount, time: at, changes: [{ field, value }] }],
    })
  const channel = async () => (await rowsOf(own.scope, 'channels'))[0]
  return { ...own, businessAccount, report, channel }
}

test('the state of an account is shown on its channels', async () => {
  const { report, channel } = await setUp()
  const cases: [Json, string, string | null][] = [
    [{ event: 'ACCOUNT_VIOLATION', violation_info: { violation_type: 'SCAM' } }, 'active', 'SCAM'],
    [
      {
        event: 'ACCOUNT_RESTRICTION',
        restriction_info: [{ restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING' }],
      },
      'restricted',
      'RESTRICTED_BIZ_INITIATED_MESSAGING',
    ],
    [{ event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'DISABLE' } }, 'disabled', 'DISABLE'],
    [{ event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'REINSTATE' } }, 'active', null],
    [
      { event: 'PARTNER_REMOVED', disconnection_info: { reason: 'PRIMARY_INACTIVITY' } },
      'disconnected',
      'PRIMARY_INACTIVITY',
    ],
    [{ event: 'ACCOUNT_RECONNECTED' }, 'active', null],
    [{ event: 'ACCOUNT_OFFBOARDED' }, 'disconnected', 'ACCOUNT_OFFBOARDED'],
    [{ event: 'ACCOUNT_DELETED' }, 'disconnected', 'ACCOUNT_DELETED'],
  ]
  let at = now - 1000
  for (const [value, status, reason] of cases) {
    const [outcome] = await report('account_update', value, ++at)
    assert.equal(outcome?.result, 'recorded')
    const { account_status, account_reason } = await channel()
    assert.deepEqual([account_status, account_reason], [status, reason], String(value['event']))
  }
})

test('an older report of an account changes nothing', async () => {
  const { report, channel } = await setUp()
  await report('account_update', { event: 'ACCOUNT_RECONNECTED' }, now)
  await report('account_update', { event: 'ACCOUNT_OFFBOARDED' }, now - 60)
  assert.equal((await channel()).account_status, 'active')
})

test('quality, limits and the user name are shown on channels', async () => {
  const { report, channel } = await setUp()
  await report(
    'phone_number_quality_update',
    { event: 'FLAGGED', current_limit: 'TIER_1K' },
    now - 3,
  )
  await report(
    'business_capability_update',
    { max_daily_conversations_per_business: 2000 },
    now - 2,
  )
  await report('business_username_update', { username: 'parley', status: 'approved' }, now - 1)
  const { quality, messaging_limit, username } = await channel()
  assert.deepEqual([quality, messaging_limit, username], ['flagged', '2000', 'parley'])
})

test('admins are notified once when an account gets worse, and not when it gets better', async () => {
  const { scope, businessAccount, report, channel: read } = await setUp()
  const second = {
    account: `8${businessAccount}`,
    name: 'Second',
    business_account: businessAccount,
  }
  await createChannel(scope, { type: 'whatsapp', display_phone: '+91 80000 00001', ...second })
  await createTestMember(scope, 'admin')
  const { account: first } = await read()
  const disabled = { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'DISABLE' } }
  const limit = (current_limit: string, event = 'DOWNGRADE') => ({
    display_phone_number: '918000000001',
    event,
    current_limit,
  })
  let at = now - 1000
  for (const [field, value] of [
    ['account_update', disabled],
    ['account_update', disabled],
    ['account_update', { event: 'DISABLED_UPDATE', ban_info: { waba_ban_state: 'REINSTATE' } }],
    ['account_update', disabled],
    ['phone_number_quality_update', limit('TIER_1K', 'ONBOARDING')],
    ['phone_number_quality_update', limit('TIER_10K', 'UPGRADE')],
    ['phone_number_quality_update', limit('TIER_10K', 'FLAGGED')],
    ['phone_number_quality_update', limit('TIER_10K', 'FLAGGED')],
    ['phone_number_quality_update', limit('TIER_250')],
    ['phone_number_quality_update', limit('TIER_250')],
    ['phone_number_quality_update', limit('TIER_250', 'UNFLAGGED')],
  ] as const)
    await report(field, value, ++at)
  await report('phone_number_quality_update', limit('TIER_50'), now - 5000)
  const notices = await rowsOf(scope, 'notices')
  const both = [first, second.account]
  assert.deepEqual(
    notices.map(({ kind, data: { channels, ...data } }) => [
      kind,
      channels.map((each: { account: string }) => each.account),
      data,
    ]),
    [
      ['account_restricted', both, { status: 'disabled', reason: 'DISABLE' }],
      ['account_restricted', both, { status: 'disabled', reason: 'DISABLE' }],
      ['quality_low', [second.account], { messaging_limit: 'TIER_10K' }],
      ['limit_lowered', [second.account], { from: 'TIER_10K', to: 'TIER_250' }],
    ],
  )
  const mails = await rowsOf(scope, 'mails')
  assert.equal(mails.length, 4)
  assert.match(mails[0].subject, /Account disabled: WhatsApp and 1 more$/)
  assert.match(mails[3].subject, /Messaging limit lowered: Second$/)
})

test('admins are notified of each violation, which is not a restriction yet', async () => {
  const { scope, report, channel } = await setUp()
  await createTestMember(scope, 'admin')
  const violation = { event: 'ACCOUNT_VIOLATION', violation_info: { violation_type: 'SCAM' } }
  await report('account_update', violation, now - 60)
  await report('account_update', violation, now - 60)
  await report('account_update', { event: 'ACCOUNT_OFFBOARDED' }, now - 90)
  assert.equal((await channel()).account_status, 'disconnected')
  const [notice, ...others] = await rowsOf(scope, 'notices')
  assert.deepEqual([notice.kind, notice.data.violation], ['account_violation', 'SCAM'])
  assert.deepEqual(
    others.map((each) => each.kind),
    ['account_restricted'],
  )
  const [mail] = await rowsOf(scope, 'mails')
  assert.match(mail.subject, /Account violated a policy: WhatsApp$/)
})

test('a higher throughput of a number is read from the platform at once', async () => {
  const { scope, channel, report } = await setUp()
  const later = new Date(Date.now() + 3_600_000)
  await scope.db
    .updateTable('channels')
    .set({ templates_due_at: later })
    .where('workspace_id', '=', scope.workspaceId)
    .execute()
  const news = { display_phone_number: '918000000000', current_limit: 'TIER_UNLIMITED' }
  await report('phone_number_quality_update', { ...news, event: 'ONBOARDING' }, now - 2)
  assert.deepEqual((await channel()).templates_due_at, later)
  await report('phone_number_quality_update', { ...news, event: 'THROUGHPUT_UPGRADE' }, now - 1)
  assert.equal((await channel()).templates_due_at, null)
  assert.equal((await channel()).messaging_limit, 'TIER_UNLIMITED')
})

test('templates follow their reports, in any order of arrival', async () => {
  const { scope, report } = await setUp()
  const template = {
    message_template_id: 9001,
    message_template_name: 'order_ready',
    message_template_language: 'en',
  }
  const status = 'message_template_status_update'
  const rejection_info = { reason: 'Parameters stand next to each other.' }
  await report(
    status,
    { ...template, event: 'APPROVED', reason: 'NONE', message_template_category: 'UTILITY' },
    now,
  )
  await report(
    status,
    { ...template, event: 'REJECTED', reason: 'INVALID_FORMAT', rejection_info },
    now - 60,
  )
  await report(
    'message_template_quality_update',
    { ...template, new_quality_score: 'YELLOW' },
    now + 1,
  )
  await report('template_category_update', { ...template, new_category: 'MARKETING' }, now + 2)
  const rows = await scope.db
    .selectFrom('templates')
    .selectAll()
    .where('workspace_id', '=', scope.workspaceId)
    .execute()
  assert.match(rows[0]!.id, /^.{14}7/)
  assert.deepEqual(
    rows.map((row) => [
      row.name,
      row.platform_template_id,
      row.status,
      row.status_reason,
      row.quality,
      row.category,
    ]),
    [['order_ready', '9001', 'APPROVED', null, 'YELLOW', 'MARKETING']],
  )
})

test('every report is stored once, also one of an unknown field', async () => {
  const { scope, account, report, receive } = await setUp()
  for (const _ of [1, 2]) {
    await report('field_of_the_future', { event: 'LAUNCH', beams: 3 })
    await receive({
      object: 'whatsapp_business_account',
      entry: [
        {
          id: '1',
          changes: [
            changeOf(
              account,
              {
                groups: [
                  { group_id: 'Zw', type: 'group_participants_remove', timestamp: '1790000000' },
                ],
              },
              'group_participants_update',
            ),
          ],
        },
      ],
    })
  }
  const events = await rowsOf(scope, 'channel_events')
  assert.deepEqual(
    events.map((event) => [event.field, event.event]),
    [
      ['field_of_the_future', 'LAUNCH'],
      ['group_participants_update', 'group_participants_remove'],
    ],
  )
  assert.deepEqual(events[0].data, { event: 'LAUNCH', beams: 3 })
})

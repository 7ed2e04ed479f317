import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mapFields } from './map-fields.ts'
import { parseSubmission } from './parse-submission.ts'
import { readSubmission } from './read-submission.ts'

const visitor = { name: 'Asha Rao', email: 'asha@rao.example', message: 'Do you have five metres?' }
const read = (body: object) =>
  readSubmission(parseSubmission('application/json', Buffer.from(JSON.stringify(body))))

test('a service can mark spam and tests in many ways', () => {
  for (const [kind, mark] of [
    ['spam', { is_spam: true }],
    ['spam', { spam: 1 }],
    ['spam', { isSpam: 'true' }],
    ['spam', { marked_as_spam: 'yes' }],
    ['spam', { flagged: true }],
    ['spam', { status: 'spam' }],
    ['spam', { state: 'flagged' }],
    ['spam', { type: 'submission.flagged' }],
    ['spam', { event: 'form_submission.spam' }],
    ['spam', { meta: { is_spam: true } }],
    ['spam', { spam: 'true', spam_reason: 'captcha_failed' }],
    ['test', { is_test: true }],
    ['test', { testMode: 'true' }],
    ['test', { event_type: 'webhook.test' }],
    ['test', { lead: { is_test: 'true' } }],
  ] as const) {
    const marked = read({ ...mark, data: visitor })
    assert.equal(marked.mark?.kind, kind, JSON.stringify(mark))
  }
})

test('what a visitor says about tests and spam is no mark', () => {
  for (const more of [
    { is_spam: false },
    { spam_score: '0.01' },
    { status: 'not spam' },
    { state: 'unflagged' },
    { test_drive: 'yes' },
    { event: 'test_drive.requested' },
    { type: 'test' },
    { 'Do you want a test?': 'yes' },
    { spam: 'no' },
    { subject: 'spam' },
    { answers: [{ label: 'is_test', value: 'true' }] },
  ])
    assert.equal(read({ ...visitor, ...more }).mark, undefined, JSON.stringify(more))
})

test('a campaign is found wherever a service writes it', () => {
  for (const more of [
    { utm_campaign: 'onam' },
    { utmCampaign: 'onam' },
    { campaign: 'onam' },
    { campaign_name: 'onam' },
    { tracking: { utm_campaign: 'onam' } },
    { hidden_fields: { campaign: 'onam' } },
    { utm: { campaign: 'onam' } },
    { context: { page: { utm_campaign: 'onam' } } },
    { attribution: { lastTouch: { utmCampaign: 'onam' } } },
    { page_url: 'https://shop.example/tea?utm_source=x&utm_campaign=onam' },
    { meta: [{ name: 'utm_campaign', value: 'onam' }] },
  ])
    assert.equal(
      mapFields(read({ ...visitor, ...more }).fields).campaign,
      'onam',
      JSON.stringify(more),
    )
})

test('a message is found wherever a service writes it', () => {
  const { message, ...others } = visitor
  for (const more of [
    { formValues: [{ field: 'Message', value: message }] },
    { questions_and_answers: [{ question: 'What is it about?', answer: message, position: 0 }] },
    { lead_comments: message },
    { notes: message },
    { Enquiry: message },
    { 'Your message': message },
    { answers: { feedback: message } },
    { responses: [{ label: 'Comments', value: message }] },
    { custom: { question: message } },
    { message: { text: message } },
  ])
    assert.equal(
      mapFields(read({ ...others, ...more }).fields).message,
      message,
      JSON.stringify(more),
    )
})

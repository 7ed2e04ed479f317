import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mapFields } from './map-fields.ts'
import { parseSubmission } from './parse-submission.ts'
import { readSubmission } from './read-submission.ts'

const read = (body: object) => {
  const parsed = parseSubmission('application/json', Buffer.from(JSON.stringify(body)))
  const { name, phoneE164, email, message, campaign } = mapFields(
    readSubmission(parsed).fields,
    'IN',
  )
  return { name, phone: phoneE164, email, message, campaign }
}

const gita = { name: 'Gita Nair', email: 'gita@mail.example' }
const host = { name: 'Hugo Host', email: 'hugo@shop.example' }

const assertRead = (bodies: object[], expected: Partial<ReturnType<typeof read>>) => {
  for (const body of bodies) {
    const found = read(body)
    for (const [key, value] of Object.entries(expected))
      assert.equal(found[key as keyof typeof found], value, `${key} of ${JSON.stringify(body)}`)
  }
}

test('a member that is called like answers leaves the details beside it to the visitor', () => {
  for (const holder of [
    'fields',
    'data',
    'answers',
    'submission',
    'payload',
    'responses',
    'values',
    'formData',
    'body',
    'custom_fields',
  ])
    for (const inner of [
      { budget: '10' },
      { colour: 'red', size: ['S'] },
      [{ question: 'Size?', answer: 'S' }],
      { name: 'Exit popup' },
      { id: '7' },
    ])
      assertRead(
        [
          { ...gita, [holder]: inner },
          { [holder]: inner, ...gita },
          { contact: { ...gita, [holder]: inner } },
          { event: 'new', lead: { [holder]: inner, ...gita }, [holder]: inner },
        ],
        gita,
      )
  assertRead([{ ...gita, answers: { phone: '98200 00120', message: 'Hello there' } }], {
    ...gita,
    phone: '+919820000120',
    message: 'Hello there',
  })
})

test('a box, a popup, a list or a funnel never gives its name to the contact', () => {
  for (const thing of [
    'box',
    'popup',
    'list',
    'funnel',
    'widget',
    'campaign',
    'form',
    'Kampagne',
    'плашка',
    'x1',
  ])
    for (const name of ['Exit popup', 'Newsletter', 'Spring funnel']) {
      const { email } = gita
      assertRead(
        [
          { [thing]: { name, id: 4 }, email },
          { [thing]: { name }, subscriber: { email } },
          { [thing]: { name }, answers: [{ question: 'E-mail', answer: email }] },
          { data: { [thing]: { name }, email } },
          { [thing]: { name, list: [{ name }] }, form_fields: { email } },
          { [`${thing}_name`]: name, email },
          { name, data: { email } },
        ],
        { name: undefined, email },
      )
      assertRead(
        [
          { [thing]: { name }, ...gita },
          { ...gita, [thing]: [{ name }] },
          { [thing]: { name }, rows: [gita] },
        ],
        gita,
      )
    }
})

test('the answers can be below any member, in objects and in lists', () => {
  for (const holder of [
    'form',
    'entries',
    'order',
    'enquiry',
    'user',
    'registration',
    'Anfrage',
    'q',
    'заявка',
  ])
    assertRead(
      [
        { [holder]: gita, id: '1' },
        { [holder]: [gita] },
        { event: 'x', [holder]: { details: gita } },
        {
          [holder]: [
            { label: 'Name', value: gita.name },
            { label: 'Email', value: gita.email },
          ],
        },
        {
          [holder]: {
            a: { title: 'Name', value: gita.name },
            b: { title: 'Email', value: gita.email },
          },
        },
      ],
      gita,
    )
})

test('the host, owner, dealer or agent is not taken for the visitor', () => {
  for (const role of [
    'host',
    'owner',
    'dealer',
    'agent',
    'assigned_to',
    'organizer',
    'salesperson',
    'created_by_agent',
    'Berater',
    'vendedor',
  ])
    assertRead(
      [
        { [role]: host, ...gita },
        { ...gita, [role]: host },
        { [role]: { ...host, phone: '+919820000903' }, guest: gita },
        { [role]: host, form: gita },
        { [role]: host, prospect: { details: gita } },
        { event: { name: 'Call', [role]: [host] }, payload: gita },
        {
          [role]: host,
          answers: [
            { label: 'Name', value: gita.name },
            { label: 'Email', value: gita.email },
          ],
        },
        { data: { ...gita, [role]: { ...host, phone: '+919820000903' } } },
        {
          ...gita,
          [`${role}_name`]: host.name,
          [`${role}_email`]: host.email,
          [`${role}_phone`]: '+919820000903',
        },
      ],
      { ...gita, phone: undefined },
    )
  for (const unknown of ['website', 'scheduled_event', 'tour', 'Filiale'])
    assertRead(
      [
        { [unknown]: { ...host, url: 'https://shop.example' }, visitor: { ...gita, id: '7' } },
        { [unknown]: host, ...gita },
        { [unknown]: { memberships: [host] }, payload: gita },
      ],
      gita,
    )
  // Nothing is better than another person's address.
  const nobody = { name: undefined, phone: undefined, email: undefined }
  assertRead(
    [
      { agent: host, note: 'Hi' },
      { agent: host, phone: '12', message: 'Hi' },
    ],
    nobody,
  )
  assertRead([{ visitor: { id: '0' }, website: { ...host, url: 'https://shop.example' } }], nobody)
})

test('details in an object without a name are those of the name around it', () => {
  assertRead(
    [
      { name: gita.name, billing: { email: gita.email, phone: '98200 00120' } },
      { name: gita.name, reach: { email: gita.email, phone: { number: '98200 00120' } } },
    ],
    { ...gita, phone: '+919820000120' },
  )
  assertRead([{ name: gita.name, owner: { email: host.email } }], {
    name: gita.name,
    email: undefined,
  })
})

test('the campaign is found wherever it is', () => {
  for (const beside of [
    { tracking: { utm_campaign: 'onam' } },
    { utmCampaign: 'onam' },
    { hidden_fields: { campaign: 'onam' } },
    { utm: { campaign: 'onam', source: 'ig' } },
    { campaign: { id: 3, name: 'onam' } },
    { attribution: [{ key: 'utm_campaign', value: 'onam' }] },
    { context: { page: { url: 'https://shop.example/?utm_source=ig&utm_campaign=onam' } } },
    { 'UTM Campaign': 'onam' },
    { meta: { utm: { utm_campaign: 'onam' } } },
    { Kampagne: 'onam' },
  ])
    assertRead(
      [{ ...gita, ...beside }, { data: { ...gita, ...beside } }, { lead: gita, ...beside }],
      {
        ...gita,
        campaign: 'onam',
      },
    )
})

test('the message is found among answers, and a text of the service is none', () => {
  const text = 'Ten blue lamps, please'
  for (const beside of [
    { formValues: [{ field: 'Message', value: text }] },
    { questions_and_answers: [{ question: 'What do you need?', answer: text }] },
    { answers: { comments: text } },
    { form_fields: { 'Your message': text } },
    { lead_comments: text },
    { enquiry: { text } },
    { fields: { f7: { label: 'Nachricht', value: text } } },
    { responses: [{ prompt: 'Anything else?', answer: text }] },
    { details: text },
    { note: text },
  ]) {
    assertRead(
      [
        { contact: gita, ...beside },
        { ...gita, ...beside },
      ],
      { ...gita, message: text },
    )
    const service = { button: { success_message: 'Thank you!' }, thanks: { reply_message: 'Bye' } }
    assertRead([{ ...service, contact: gita, ...beside }], { ...gita, message: text })
    assertRead([{ ...service, contact: gita }], { ...gita, message: undefined })
  }
})

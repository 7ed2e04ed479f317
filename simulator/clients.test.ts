import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { Client } from '@great-detail/whatsapp'
import { WhatsAppAPI } from 'whatsapp-api-js'
import type { ClientRecipientIdentifier } from 'whatsapp-api-js/types'
import {
  ActionButtons,
  ActionCTA,
  ActionCatalog,
  ActionContactRequest,
  ActionList,
  ActionLocation,
  ActionNavigateFlow,
  ActionProduct,
  ActionProductList,
  Audio,
  Body,
  BodyComponent,
  BodyParameter,
  Button,
  CatalogProduct,
  Contacts,
  Document,
  Footer,
  Header,
  Image,
  Interactive,
  ListSection,
  Location,
  Name,
  PayloadComponent,
  Phone,
  Product,
  ProductSection,
  Reaction,
  Row,
  Sticker,
  Template,
  Text,
  Video,
} from 'whatsapp-api-js/messages'
import { APP_SECRET, TOKEN, startPair } from './test/pair.ts'

const NUMBER = '555000111222'
const WABA = '880077'
const PHONE = '15550142277'
const ADA = { phone: `+${PHONE}` } as ClientRecipientIdentifier

async function startWithClient(t: TestContext, strict = true) {
  const pair = await startPair(t, {
    strict,
    numbers: [{ phoneNumberId: NUMBER, wabaId: WABA, displayPhoneNumber: '15550149000' }],
  })
  // The library can call only one address; this function redirects it to the simulator.
  const toSimulator = (input: string | URL | Request, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input)
    return fetch(new URL(url.pathname + url.search, pair.simulator.url), init)
  }
  const client = new WhatsAppAPI({
    token: TOKEN,
    appSecret: APP_SECRET,
    webhookVerifyToken: 'knock-knock',
    v: 'v24.0',
    ponyfill: { fetch: toSimulator as typeof fetch },
  })
  const sdk = new Client({
    prefixUrl: pair.simulator.url,
    graphVersion: 'v23.0',
    request: { headers: { Authorization: `Bearer ${TOKEN}` }, retry: 0 },
  })
  await pair.call('POST', '/sim/inbound', { from: PHONE, text: 'Hi', phone_number_id: NUMBER })
  return { ...pair, client, sdk }
}

test('a public client sends every type of message and gets what the platform answers', async (t) => {
  const { client, call } = await startWithClient(t)
  const upload = async (type: string) => {
    const form = new FormData()
    form.set('file', new File([`bytes of ${type}`], 'a', { type }))
    const { id } = (await client.uploadMedia(NUMBER, form)) as { id: string }
    assert.match(id, /^\d+$/)
    return id
  }
  const inbound = (await call('GET', '/sim/inbound')).body.data[0].id
  const flow = new ActionNavigateFlow('token', '1', 'Book', 'FIRST', { a: 1 })
  const messages = [
    new Text('Hello', true),
    new Image(await upload('image/png'), true, 'A cake'),
    new Image('https://files.example/a.png'),
    new Video(await upload('video/mp4'), true),
    new Audio(await upload('audio/ogg'), true, true),
    new Document(await upload('application/pdf'), true, 'The menu', 'menu.pdf'),
    new Sticker(await upload('image/webp'), true),
    new Location(4.89, 52.37, 'Harbour', '3 Quay Street'),
    new Contacts([new Name('Ada Roy', 'Ada'), new Phone('+15550142278', 'WORK', '15550142278')]),
    new Reaction(inbound, '👍'),
    new Reaction(inbound),
    new Interactive(
      new ActionButtons(new Button('y', 'Yes'), new Button('n', 'No')),
      new Body('Shall we?'),
      new Header('Order'),
      new Footer('Until noon'),
    ),
    new Interactive(
      new ActionList('Choose', new ListSection('Day', new Row('1', 'Sat'), new Row('2', 'Sun'))),
      new Body('When?'),
    ),
    new Interactive(new ActionCTA('Open', 'https://shop.example/a'), new Body('See')),
    new Interactive(flow, new Body('Book a table')),
    new Interactive(new ActionProduct(new CatalogProduct('sku-1', 'cat-1'))),
    new Interactive(
      new ActionProductList('cat-1', new ProductSection('Cakes', new Product('sku-1'))),
      new Body('Ours'),
      new Header('Cakes'),
    ),
    new Interactive(new ActionCatalog(new Product('sku-1')), new Body('All')),
    new Interactive(new ActionLocation(), new Body('Where are you?')),
    new Interactive(new ActionContactRequest(), new Body('Your number?')),
    new Template('hello_world', 'en_US'),
  ]
  for (const message of messages) {
    const answer = (await client.sendMessage(NUMBER, ADA, message, undefined, 'outbox-1')) as any
    assert.deepEqual(
      answer.contacts,
      [{ input: `+${PHONE}`, wa_id: PHONE }],
      JSON.stringify([message._type, answer]),
    )
    assert.match(answer.messages[0].id, /^wamid\./)
  }
  const { data } = (await call('GET', '/sim/messages?biz_opaque_callback_data=outbox-1')).body
  assert.equal(data.length, messages.length)
  assert.ok(data.every((one: any) => one.statuses[0].status === 'sent'))
  assert.deepEqual(await client.markAsRead(NUMBER, inbound, 'text'), { success: true })
})

test('a public client’s own check accepts every webhook, and refuses one that was changed', async (t) => {
  const { client, call, receiver } = await startWithClient(t)
  const seen: string[] = []
  client.on.message = ({ message, from }) => void seen.push(`${from}: ${JSON.stringify(message)}`)
  client.on.status = ({ status, id }) => void seen.push(`${status} ${id}`)
  await call('POST', '/sim/inbound', {
    from: PHONE,
    name: 'José Ñandú 🍕',
    text: 'a/b c@d 50% <b>ä</b> 👩‍👩‍👧 हिन्दी',
    phone_number_id: NUMBER,
  })
  await client.sendMessage(NUMBER, ADA, new Text('Gern & schnell'))
  await receiver.until((all) => all.length === 4)
  for (const { body, headers } of receiver.caught) {
    const signature = String(headers['x-hub-signature-256'])
    await client.post(JSON.parse(body.toString()), body.toString(), signature)
    const changed = body.toString().replace('messaging_product', 'messaging_Product')
    await assert.rejects(client.post(JSON.parse(changed), changed, signature))
  }
  assert.match(seen[1]!, /a\/b c@d 50% <b>ä<\/b> 👩‍👩‍👧 हिन्दी/)
  assert.match(seen[2]!, /^sent wamid/)
  assert.match(seen[3]!, /^delivered wamid/)
})

test('a second public client verifies the webhooks too', async (t) => {
  const { sdk, receiver } = await startWithClient(t)
  const [caught] = receiver.caught
  const event = await sdk.webhook.eventNotification({
    method: 'POST',
    headers: caught!.headers as Record<string, string>,
    query: {},
    body: caught!.body.toString(),
  } as any)
  await event.verifySignature(APP_SECRET)
  await assert.rejects(event.verifySignature('another secret'))
})

test('a public client uploads, finds, fetches and deletes a file', async (t) => {
  const { client, sdk } = await startWithClient(t)
  const { id } = await sdk.media
    .upload({
      phoneNumberID: NUMBER,
      file: new Blob(['a picture']),
      filename: 'a.png',
      mimeType: 'image/png',
    })
    .json()
  const found = await sdk.media.getURL({ mediaID: id, phoneNumberID: NUMBER }).json()
  assert.equal(found.mime_type, 'image/png')
  assert.equal(found.file_size, '9')
  const fetched = await client.fetchMedia(found.url)
  assert.equal(await fetched.text(), 'a picture')
  assert.deepEqual(await sdk.media.delete({ mediaID: id }).json(), { success: true })
  assert.equal(((await client.retrieveMedia(id)) as any).error.error_subcode, 33)
})

test('a public client makes, lists, sends and removes a template', async (t) => {
  const { client, sdk, call } = await startWithClient(t)
  const made = await sdk.template
    .create(WABA, {
      name: 'table_ready',
      language: 'en',
      category: 'UTILITY',
      components: [
        { type: 'BODY', text: 'Hi {{1}}, table {{2}} is ready.' },
        { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Coming' }] },
      ],
    } as any)
    .json()
  assert.equal(made.status, 'PENDING')
  const send = () =>
    client.sendMessage(
      NUMBER,
      ADA,
      new Template(
        'table_ready',
        'en',
        new BodyComponent(new BodyParameter('Ada'), new BodyParameter('7')),
        new PayloadComponent('on-my-way'),
      ),
    ) as Promise<any>
  assert.equal((await send()).error.code, 132001)
  await call('POST', `/sim/templates/${made.id}`, { status: 'APPROVED' })
  assert.equal((await send()).messages[0].message_status, 'accepted')
  const { data } = await sdk.template
    .list(WABA, { status: ['APPROVED'], fields: ['name', 'status'] } as any)
    .json()
  assert.deepEqual(
    data.map(({ name }: any) => name),
    ['hello_world', 'table_ready'],
  )
  const sent = (await call('GET', '/sim/messages?limit=1')).body.data[0]
  assert.equal(sent.template.body, 'Hi Ada, table 7 is ready.')
  assert.equal(sent.template.buttons[0].payload, 'on-my-way')
  assert.deepEqual(await sdk.template.delete(WABA, { name: 'table_ready' } as any).json(), {
    success: true,
  })
})

test('a public client reads numbers, accounts, subscriptions and profiles', async (t) => {
  const { sdk } = await startWithClient(t)
  const { data } = await sdk.phoneNumbers.listPhoneNumbers({ businessAccountID: WABA }).json()
  assert.equal(data[0]!.id, NUMBER)
  const number: any = await sdk.phoneNumbers
    .getPhoneNumber({ phoneNumberID: NUMBER, fields: ['quality_rating', 'throughput'] as any })
    .json()
  assert.deepEqual(number, {
    quality_rating: 'GREEN',
    throughput: { level: 'STANDARD' },
    id: NUMBER,
  })
  assert.equal(((await sdk.whatsappBusinessAccount.get(WABA).json()) as any).id, WABA)
  await sdk.subscribedApps.createSubscription({ businessAccountID: WABA } as any)
  const subscribed: any = await sdk.subscribedApps
    .listSubscriptions({ businessAccountID: WABA })
    .json()
  assert.equal(subscribed.data.length, 1)
  await sdk.businessProfile.updateBusinessProfile({ phoneNumberID: NUMBER, about: 'Cakes' })
  const profile = await sdk.businessProfile
    .getBusinessProfile({ phoneNumberID: NUMBER, fields: ['about'] })
    .json()
  assert.deepEqual(profile.data, [{ about: 'Cakes', messaging_product: 'whatsapp' }])
})

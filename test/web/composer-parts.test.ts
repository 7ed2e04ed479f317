import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fillReply, findVariables } from '#shared/canned-replies.ts'
import { addFiles, removeAllFiles } from '../../web/features/inbox/composer/attachments.ts'
import { composeMessages } from '../../web/features/inbox/composer/compose-messages.ts'
import { findTrigger, replaceTrigger } from '../../web/features/inbox/composer/find-trigger.ts'
import {
  fieldsOf,
  fillText,
  toTemplateBody,
} from '../../web/features/inbox/composer/template-fields.ts'

const template = {
  name: 'order_ready',
  language: 'en',
  components: [
    { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['https://a.example/a.png'] } },
    {
      type: 'BODY',
      text: 'Hi {{first_name}}, order {{order}} is ready, {{first_name}}.',
      example: { body_text_named_params: [{ param_name: 'order', example: '12' }] },
    },
    { type: 'FOOTER', text: 'Shop' },
    {
      type: 'BUTTONS',
      buttons: [
        { type: 'QUICK_REPLY', text: 'Thanks' },
        { type: 'URL', text: 'Track', url: 'https://shop.example/{{1}}' },
        { type: 'COPY_CODE', text: 'Copy' },
      ],
    },
  ],
}

describe('a template', () => {
  test('asks for each of its places once, in their order, with the examples it has', () => {
    assert.deepEqual(
      fieldsOf(template).map(({ id, kind, example }) => [id, kind, example]),
      [
        ['header', 'link', 'https://a.example/a.png'],
        ['body.first_name', 'text', null],
        ['body.order', 'text', '12'],
        ['button.1', 'text', null],
        ['button.2', 'code', null],
      ],
    )
    assert.deepEqual(fieldsOf({ components: null }), [])
  })

  test('is sent in the platform’s shape', () => {
    const values = {
      header: ' https://shop.example/a.png ',
      'body.first_name': 'Asha',
      'body.order': '7',
      'button.1': 'track/7',
      'button.2': 'SAVE10',
    }
    assert.deepEqual(toTemplateBody(template, values), {
      name: 'order_ready',
      language: 'en',
      components: [
        {
          type: 'header',
          parameters: [{ type: 'image', image: { link: 'https://shop.example/a.png' } }],
        },
        {
          type: 'body',
          parameters: [
            { type: 'text', parameter_name: 'first_name', text: 'Asha' },
            { type: 'text', parameter_name: 'order', text: '7' },
          ],
        },
        {
          type: 'button',
          sub_type: 'url',
          index: '1',
          parameters: [{ type: 'text', text: 'track/7' }],
        },
        {
          type: 'button',
          sub_type: 'copy_code',
          index: '2',
          parameters: [{ type: 'coupon_code', coupon_code: 'SAVE10' }],
        },
      ],
    })
    const plain = { name: 'hello', language: 'en', components: [{ type: 'BODY', text: 'Hi' }] }
    assert.deepEqual(toTemplateBody(plain, {}), { name: 'hello', language: 'en' })
  })

  test('shows what is filled in and leaves what is not', () => {
    const shown = fillText('Hi {{1}}, {{ 2 }}', 'body', { 'body.1': '$& {{2}}', 'body.2': ' ' })
    assert.equal(shown, 'Hi $& {{2}}, {{ 2 }}')
  })
})

test('a file over the limit of its kind is refused before it is uploaded', () => {
  const accepted = [
    { mime_types: ['application/pdf'], bytes_max: 10 },
    { mime_types: ['text/plain'], bytes_max: 30 },
  ]
  const file = (bytes: number, type: string) => new File([new Uint8Array(bytes)], 'a', { type })
  addFiles('chat', [file(11, 'application/pdf'), file(31, ''), file(0, '')], accepted)
  assert.deepEqual(
    removeAllFiles('chat').map(({ state, refusal, bytesMax }) => [state, refusal, bytesMax]),
    [
      ['failed', 'size', 10],
      ['failed', 'size', 30],
      ['failed', 'empty', null],
    ],
  )
})

describe('a reply with files', () => {
  const file = (type: string, name: string) => ({
    key: name,
    url: null,
    state: 'ready' as const,
    progress: 1,
    mediaId: `id-${name}`,
    type,
    error: null,
    refusal: null,
    bytesMax: null,
    size: 1,
    file: new File(['x'], name),
  })

  test('has its words as the caption of the first, and quotes once', () => {
    const sent = composeMessages(' See ', [file('image', 'a'), file('document', 'b')], 'quoted')
    assert.deepEqual(
      sent.map(({ media_id, message, reply_to }) => [media_id, message, reply_to]),
      [
        ['id-a', 'See', 'quoted'],
        ['id-b', undefined, undefined],
      ],
    )
  })

  test('has its words before a file that takes none, or where they are too long for it', () => {
    for (const [words, type] of [
      ['Listen', 'audio'],
      ['x'.repeat(1025), 'image'],
    ] as const) {
      const sent = composeMessages(words, [file(type, 'a')], 'quoted')
      assert.deepEqual(
        sent.map(({ media_id, message, reply_to }) => [media_id, message, reply_to]),
        [
          [undefined, words, 'quoted'],
          ['id-a', undefined, undefined],
        ],
      )
    }
    assert.deepEqual(composeMessages('  ', [], null), [])
  })
})

test('what is looked for stands right before the caret, after a space or at the beginning', () => {
  assert.deepEqual(findTrigger('Hi /wel', 7, '/'), { sign: '/', query: 'wel', start: 3, end: 7 })
  assert.equal(findTrigger('/नम', 3, '/')?.query, 'नम')
  for (const [text, caret] of [
    ['and/or', 6],
    ['/wel come', 9],
    ['https://a', 9],
    ['/wel', 0],
    ['a@b', 3],
  ] as const)
    assert.equal(findTrigger(text, caret, '/@'), undefined, text)
  assert.equal(findTrigger('@ash', 4, '/'), undefined)
  const trigger = findTrigger('Hi /wel there', 7, '/')!
  assert.deepEqual(replaceTrigger('Hi /wel there', trigger, 'Welcome'), {
    text: 'Hi Welcome there',
    caret: 10,
  })
})

test('a canned reply names who is known, and its other variables stay', () => {
  const text = 'Hello {first_name}, {name}! {my_name} {field.plan} {other}'
  const filled = fillReply(text, { name: 'Asha $1 Rao', first_name: 'Asha', my_name: 'Ravi' })
  assert.equal(filled, 'Hello Asha, Asha $1 Rao! Ravi {field.plan} {other}')
  assert.deepEqual(findVariables(filled), ['field.plan'])
  assert.equal(
    fillReply(text, { name: ' ', my_name: null, 'field.plan': 'gold' }).includes('gold'),
    true,
  )
  assert.deepEqual(findVariables('{name} {name} {field.} {phone}'), ['name', 'phone'])
})

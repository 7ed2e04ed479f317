import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MailParts } from './mail-parts.ts'
import { mailTexts, toMailText } from './mail-texts.ts'

const FACTS = {
  invitation: { inviter: 'Asha Rao', workspace: 'Lantern', link: 'https://parley.example/a#b' },
  passwordReset: { name: 'Asha Rao', link: 'https://parley.example/a#b' },
  passwordChanged: {},
  failedSignIns: {},
  secondFactorTurnedOn: {},
  secondFactorTurnedOff: {},
  recoveryCodesReplaced: {},
  recoveryCodeUsed: {},
  passkeyAdded: { passkey: 'Work laptop' },
  passkeyRemoved: { passkey: 'Work laptop' },
  passkeysRemoved: {},
  passkeyCopied: { passkey: 'Work laptop' },
  ssoLinked: { label: 'Shop Login', workspace: 'Lantern' },
  mention: { author: 'Asha', person: 'Ravi', note: 'Call back', link: 'https://parley.example/c' },
  assignment: { author: 'Asha', person: 'Ravi', link: 'https://parley.example/c' },
}

test('each language has every mail with every fact, and each link on its own line', () => {
  for (const locale of ['en', 'hi'])
    for (const [name, facts] of Object.entries(FACTS)) {
      const write = mailTexts(locale)[name as keyof typeof FACTS] as (given: object) => MailParts
      const { subject, text } = toMailText(write(facts))
      for (const [key, fact] of Object.entries(facts)) {
        assert.ok(`${subject}\n${text}`.includes(fact), `${key} of ${name} in ${locale}`)
        if (key === 'link') assert.ok(text.split('\n').includes(fact), `${name} in ${locale}`)
      }
      assert.equal(/[\u0900-\u097f]{3}/.test(`${subject}${text}`), locale === 'hi')
    }
})

test('a user without a language, or with an unknown one, gets English', () => {
  for (const locale of [null, undefined, 'de', 'hir'])
    assert.equal(mailTexts(locale), mailTexts('en'))
  assert.equal(mailTexts('hi-IN'), mailTexts('hi'))
})

test('the mail about several missed notifications has the link and the text of each', () => {
  const item = {
    author: 'Asha',
    person: 'Ravi',
    ticket: null,
    note: 'Call back',
    link: 'https://parley.example/c',
  }
  const items = [
    { ...item, kind: 'mention' as const },
    { ...item, kind: 'assignment' as const, link: 'https://parley.example/d' },
  ]
  for (const locale of ['en', 'hi']) {
    const link = 'https://parley.example/notifications'
    const { subject, text } = toMailText(mailTexts(locale).missed({ count: 2, items, link }))
    assert.match(subject, /2/)
    for (const line of ['Call back', 'https://parley.example/c', 'https://parley.example/d', link])
      assert.ok(text.split('\n').includes(line), `${line} in ${locale}`)
  }
})

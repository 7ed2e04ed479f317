import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import { explainPhone, phoneMatchKeys, restorePlusOfPhone, toE164, waIdToE164 } from './to-e164.ts'

const same = (cases: [string, string | undefined][], country = 'IN') => {
  for (const [raw, expected] of cases) assert.equal(toE164(raw, country), expected, raw)
}

test('ten Indian digits get +91, however they are formatted', () => {
  same([
    ['9876501234', '+919876501234'],
    ['98765 01234', '+919876501234'],
    ['(98765) 01-234', '+919876501234'],
    ['09876501234', '+919876501234'],
    ['919876501234', '+919876501234'],
    ['+91 98765-01234', '+919876501234'],
    ['0091 9876501234', '+919876501234'],
    ['+91 (0) 98765 01234', '+919876501234'],
    ['\u202a+91 98765 01234\u202c', '+919876501234'],
    ['22 1234 5678', '+912212345678'],
    ['022-1234-5678', '+912212345678'],
  ])
})

test('links, ids of WhatsApp and labels around a number are read', () => {
  for (const raw of [
    'tel:+91-98765-01234',
    'TEL:+919876501234',
    'whatsapp:+919876501234',
    'sms:+919876501234',
    'p:+919876501234',
    'Mob.: 98765 01234',
    '919876501234@c.us',
    '919876501234@s.whatsapp.net',
    '919876501234:17@s.whatsapp.net',
    '9876501234\r\n',
    '\u2066+919876501234\u2069\n',
    '\ufeff 9876501234',
    '0919876501234',
    'https://wa.me/919876501234',
    'wa.me/+919876501234',
    'https://api.whatsapp.com/send?phone=919876501234',
    'https://web.whatsapp.com/send/?phone=919876501234',
    '00919876501234',
  ])
    assert.equal(toE164(raw, 'IN'), '+919876501234', JSON.stringify(raw))
})

test('a slash inside of a number is no second number', () => {
  same(
    [
      ['030/1234567', '+49301234567'],
      ['(02309) / 123456', '+492309123456'],
      ['+49 (0) 30/12345-67', '+49301234567'],
      ['030/1234567/030 1234568', undefined],
      ['+49 30 1234567 / 68', undefined],
    ],
    'DE',
  )
  same([['212/555-0100', '+12125550100']], 'US')
})

test('former and doubled prefixes of mobile phones are left out', () => {
  same(
    [
      ['044 55 1234 7202', '+525512347202'],
      ['045 55 1234 7202', '+525512347202'],
      ['+52 1 55 1234 7202', '+525512347202'],
      ['+52 044 55 1234 7202', '+525512347202'],
    ],
    'MX',
  )
  same(
    [
      ['+54 9 351 15 234 7026', '+5493512347026'],
      ['+54 9 11 15 2346 7101', '+5491123467101'],
      ['011 15 2346 7101', '+5491123467101'],
    ],
    'AR',
  )
  same(
    [
      ['0 21 11 98888 7303', '+5511988887303'],
      ['98888-7307', undefined],
    ],
    'BR',
  )
})

/** Numbers in the ways in which people of a country write them. */
const WRITTEN: Record<string, Record<string, string[]>> = {
  US: {
    '+14155552671': ['(415) 555-2671', '415.555.2671', '1-415-555-2671', '+1 415 555 2671'],
    '+447911123105': ['011 44 7911 123105'],
    '+919822041101': ['+91 98220 41101'],
  },
  GB: {
    '+447911123105': [
      '07911 123105',
      '+44 (0)7911 123105',
      '0044 7911 123105',
      '44 7911 123105',
      '7911 123105',
    ],
    '+442079460958': ['020 7946 0958', '(020) 7946 0958'],
  },
  DE: {
    '+4915123447103': ['0151/23447103', '0151-234 471 03', '+49 (0)151 23447103'],
    '+49301234567': ['030/1234567', '030 / 12 34 56 7', '0049 30 1234567'],
  },
  FR: {
    '+33612447105': [
      '06.12.44.71.05',
      '06 12 44 71 05',
      '+33 (0)6 12 44 71 05',
      '0033612447105',
      '612447105',
    ],
  },
  BR: {
    '+5511988887303': [
      '(11) 98888-7303',
      '011 98888-7303',
      '11 9 8888 7303',
      '+55 (11) 98888-7303',
      '5511988887303',
    ],
    '+551188887303': ['55 11 8888-7303'],
  },
  MX: {
    '+525512347202': [
      '55 1234 7202',
      '+52 1 55 1234 7202',
      '045 55 1234 7202',
      '01 55 1234 7202',
      '(55) 1234-7202',
    ],
  },
  AR: {
    '+5491123467101': ['011 15-2346-7101', '+54 9 11 2346-7101'],
    '+541123467101': ['11 2346 7101'],
    '+5493512347026': ['0351 15 234 7026'],
  },
  ID: {
    '+6281234567890': ['0812-3456-7890', '+62 812 3456 7890', '62812 3456 7890', '812 3456 7890'],
  },
  AE: {
    '+971501234567': [
      '050 123 4567',
      '+971 50 123 4567',
      '00971501234567',
      '971 50 1234567',
      '٠٥٠١٢٣٤٥٦٧',
    ],
  },
  NG: {
    '+2348031234567': ['0803 123 4567', '234 803 123 4567', '8031234567'],
  },
  SG: {
    '+6581234709': ['8123 4709', '65 8123 4709', '+65-8123-4709'],
  },
  TR: {
    '+905321234567': ['0532 123 45 67', '532 123 45 67', '90 532 123 45 67', '0 (532) 123 45 67'],
  },
  RU: {
    '+79123452701': ['8 (912) 345-27-01', '89123452701', '9123452701', '7 912 345 27 01'],
  },
  IT: {
    '+393331234567': ['333 1234567', '0039 333 1234567', '39 333 1234567'],
    '+390669822401': ['06 6982 2401'],
  },
}

test('numbers are read in the spellings that the people of a country use', () => {
  for (const [country, numbers] of Object.entries(WRITTEN))
    for (const [number, spellings] of Object.entries(numbers))
      for (const text of spellings)
        assert.equal(toE164(text, country), number, `${country} ${text}`)
})

test('a plus sign that arrived as a blank is restored before an international number only', () => {
  assert.equal(restorePlusOfPhone(' 6591234567'), '+6591234567')
  assert.equal(restorePlusOfPhone(' 919876501234'), '+919876501234')
  for (const text of [' 9876501234', ' 020 7946 0018', '919876501234', ' anita'])
    assert.equal(restorePlusOfPhone(text), text)
})

test('an error says when there are several numbers', () => {
  for (const raw of ['+91 98765 01234 / 35', '98765 01234, 98765 01235', '9876501234;9876501235'])
    assert.match(explainPhone(raw), /one phone number/)
  for (const raw of ['98765', '+91 98765 0123', 'call me', '030/1234'])
    assert.match(explainPhone(raw), /as many digits as its country uses/)
})

test('ten digits are Indian only where India is the default country', () => {
  same([['9175550123', '+19175550123']], 'US')
  same([['9876501234', '+19876501234']], 'US')
})

test('without a default country only international forms are read', () => {
  assert.equal(toE164('+14155550100'), '+14155550100')
  assert.equal(toE164('0014155550100'), '+14155550100')
  assert.equal(toE164('020 7946 0018'), undefined)
})

test('a ten-digit Indian number that itself starts with 91 is not cut', () => {
  same([
    ['9123456780', '+919123456780'],
    ['919123456780', '+919123456780'],
  ])
})

test('digits of every script are accepted', () => {
  same([
    ['९८७६५०१२३४', '+919876501234'],
    ['9876501234', '+919876501234'],
    ['+९१ ९८७६५ ०१२३४', '+919876501234'],
    ['٩٨٧٦٥٠١٢٣٤', '+919876501234'],
    ['𝟗𝟠𝟩𝟳𝟼𝟎𝟙𝟤𝟯𝟺', '+919877601234'],
  ])
})

test('every other number is accepted if its country and length are possible in E.164', () => {
  same([
    ['+1 (212) 555-0100', '+12125550100'],
    ['+1 555 555 0100', '+15555550100'],
    ['15550783881', '+15550783881'],
    ['+44 (0) 20 7946 0018', '+442079460018'],
    ['004915112345678', '+4915112345678'],
    ['4915112345678', '+4915112345678'],
    ['+52 1 55 1234 5678', '+525512345678'],
    ['+55 11 98765-4321', '+5511987654321'],
    ['+800 1234 5678', '+80012345678'],
    ['+683 4000', '+6834000'],
    ['1800 123 4567', '+9118001234567'],
  ])
})

test('a national number is read in the default country', () => {
  same([['07700 900123', '+447700900123']], 'GB')
  same([['(212) 555-0100', '+12125550100']], 'US')
  same([['5555550100', '+15555550100']], 'US')
  same([['011 15 2345 6789', '+5491123456789']], 'AR')
  same(
    [
      ['07700900123', undefined],
      ['+447700900123', '+447700900123'],
    ],
    'no country',
  )
})

test('text that is not a phone number is rejected', () => {
  const refused = [
    '',
    ' ',
    '+',
    '12345',
    '0123456789',
    '+0919876501234',
    '00 0 9876501234',
    '+999123456789',
    '+91987650',
    '+1234567890123456',
    '9'.repeat(30),
    '9'.repeat(1_000_000),
    '++919876501234',
    '91+9876501234',
    '9876501234 ext 5',
    '+919876501234;ext=5',
    '+919876501234x5',
    '+919876501234 / 35',
    '98765 01234/98765 01235',
    '+91 98765 0123',
    '+91 98765 01234 5',
    '919876501234@g.us',
    '5551234567890@lid',
    '1-800-FLOWERS',
    'anita@example.com',
    '98765\u000001234',
    '98765\n01234',
    '98765,01234',
    '-9876501234$',
    '1e10',
    '½876501234',
    '²876501234',
  ]
  for (const raw of refused)
    assert.equal(toE164(raw, 'IN'), undefined, JSON.stringify(raw.slice(0, 40)))
})

const digitLike = fc.constantFrom(...'0123456789+ -()./x९१٣０\0\u200e')
const country = fc.constantFrom('IN', 'US', 'GB', 'AR', 'BR', 'MX', 'IT', 'RU', 'CI', '', 'zz')
const phoneText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: digitLike, maxLength: 24 }),
  fc
    .tuple(fc.constantFrom('', '+', '00', '0'), fc.stringMatching(/^\d{6,15}$/))
    .map((p) => p.join('')),
)

test('normalization never throws, returns E.164 or undefined, and is stable', () => {
  fc.assert(
    fc.property(phoneText, country, country, (raw, first, second) => {
      const number = toE164(raw, first)
      if (number === undefined) return
      assert.match(number, /^\+[1-9]\d{6,14}$/)
      assert.equal(toE164(number, second), number)
      assert.equal(toE164(` ${number.slice(0, 4)}-${number.slice(4)}`, second), number)
    }),
    { numRuns: 3000 },
  )
})

test('a WhatsApp id is converted to E.164 unchanged', () => {
  assert.equal(waIdToE164('919876501234'), '+919876501234')
  assert.equal(waIdToE164('5215512345678'), '+5215512345678')
  for (const waId of [
    '',
    '0919876501234',
    '+919876501234',
    'US.123',
    '12',
    '1'.repeat(16),
    '91\n',
  ]) {
    assert.equal(waIdToE164(waId), undefined, waId)
  }
})

test('the two spellings of a Mexican, Argentine or Brazilian mobile number match each other', () => {
  const pairs = [
    ['+5215512345678', '+525512345678'],
    ['+5491123456789', '+541123456789'],
    ['+5511987654321', '+551187654321'],
  ] as const
  for (const [one, other] of pairs) {
    assert.deepEqual(phoneMatchKeys(one), [one, other])
    assert.deepEqual(phoneMatchKeys(other), [other, one])
  }
})

test('a Brazilian landline and a number of any other country have one spelling', () => {
  for (const number of ['+551134567890', '+5511934567890', '+919876501234', '+12125550100']) {
    assert.deepEqual(phoneMatchKeys(number), [number])
  }
})

test('match keys are symmetrical and always E.164', () => {
  const number = fc
    .tuple(
      fc.constantFrom('52', '521', '54', '549', '55', '551', '91'),
      fc.stringMatching(/^\d{7,11}$/),
    )
    .map(([prefix, rest]) => `+${prefix}${rest}`)
  fc.assert(
    fc.property(number, (e164) => {
      for (const key of phoneMatchKeys(e164)) {
        assert.match(key, /^\+[1-9]\d{6,14}$/)
        assert.ok(phoneMatchKeys(key).includes(e164))
      }
    }),
    { numRuns: 2000 },
  )
})

test('an international number is read as the library reads it', () => {
  const countries = getCountries().filter((country) => country !== 'MX')
  fc.assert(
    fc.property(
      fc.constantFrom(...countries),
      fc.stringMatching(/^[01]?\d{4,13}$/),
      (country, digits) => {
        const given = `+${getCountryCallingCode(country)}${digits}`
        if (toE164(given) !== given) return
        const number = parsePhoneNumberFromString(given, { extract: false })
        assert.equal(number?.number, given)
        assert.ok(number.isPossible())
      },
    ),
    { numRuns: 3000 },
  )
})

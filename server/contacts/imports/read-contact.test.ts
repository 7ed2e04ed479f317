import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readContacts } from '#test/read-contacts.ts'

/** Returns the phone numbers of the rows of a file with names and phone numbers. */
const phonesOf = (cells: string[], country?: string) =>
  readContacts(
    `name,phone\n${cells.map((cell) => `A,"${cell.replaceAll('"', '""')}"`).join('\n')}`,
    country,
  ).contacts.map(({ phones }) => phones)

describe('a cell', () => {
  test('with several phone numbers has each of them once', () => {
    const both = ['+919822041102', '+919822041103']
    for (const cell of [
      '+91 98220 41102 ::: +91 98220 41103',
      '98220 41102 / 98220 41103',
      '9822041102/9822041103',
      '9822041102;9822041103',
      '9822041102, 9822041103',
      '9822041102\n9822041103',
      '9822041102 or 9822041103',
      '9822041102 | 09822041103 | +919822041102',
      '9822041102 & 9822041103',
      '9822041102 9822041103',
      '9822041102-9822041103',
      'Mob. 9822041102, Whatsapp: 9822041103',
    ])
      assert.deepEqual(phonesOf([cell]), [both], cell)
    assert.deepEqual(phonesOf(['030/1234567', '030 / 1234567'], 'DE'), [
      ['+49301234567'],
      ['+49301234567'],
    ])
  })

  test('with a label or a note beside the number has the number, and with an extension none', () => {
    const cells = [
      '(M) 98220 41120',
      '98220 41120 (Ravi)',
      'Ph no 98220 41120',
      '98220 41120 mobile',
      'tel:+919822041120',
      '+91 20 2567 4420 ext. 12',
    ]
    const number = ['+919822041120']
    assert.deepEqual(phonesOf(cells), [number, number, number, number, number, []])
    const others = ['ORD-9822041120', 'Fax: 020 2567 4420', 'GST 9822041120']
    assert.deepEqual(phonesOf(['9822041121', ...others]).slice(1), [[], [], []])
  })

  test('with line ends in a name has it on one line', () => {
    const [contact] = readContacts('name,phone,note\n"Multi\r\nLine",9822041121,"a\nb"').contacts
    assert.deepEqual([contact!.name, contact!.fields['note']], ['Multi Line', 'a\nb'])
  })

  test('with a number and its variant has the number, and never both glued together', () => {
    const [contact] = readContacts('name,phone\nA,+91 98220 41104 / 17').contacts
    assert.deepEqual(contact!.phones, ['+919822041104'])
    assert.deepEqual(contact!.fields, { phone: '+91 98220 41104 / 17' })
  })

  test('that is longer than a custom field is cut between characters', () => {
    const text = `${'x'.repeat(999)}👩‍👧👩‍👧`
    const [contact] = readContacts(`name,phone,email\nA,${text},a@rao.example`, 'IN', {
      phone: 'phone_e164',
    }).contacts
    assert.equal(contact!.fields['phone'], `${'x'.repeat(999)}👩‍👧`)
  })

  test('is read without the guards of spreadsheets, in every column', () => {
    const numbers = ["'+919822041105", "'919822041105", '="919822041105"', "' 98220 41105", "'=1"]
    assert.deepEqual(phonesOf(numbers.slice(0, 4)), Array(4).fill(['+919822041105']))
    const { contacts } = readContacts(
      `"'Name",Email,Plan\n"=""Asha""","=""asha@rao.example""","=""007"""\n'=Ravi,'@x,'n`,
    )
    assert.deepEqual(contacts[0], {
      name: 'Asha',
      phones: [],
      emails: ['asha@rao.example'],
      fields: { Plan: '007' },
    })
    const rock = readContacts("name,phone\n'n Sync,9822041105").contacts[0]
    assert.equal(rock!.name, "'n Sync", 'an apostrophe before a word is its own')
  })

  test('that is no phone number does not reject the email address beside it, and the other way round', () => {
    const { contacts } = readContacts(
      'name,phone,email\nA,12,a@rao.example\nB,9822041106,b at rao\nC,12,\nD,98,d@\nE,12 ::: 9822041107,',
    )
    assert.deepEqual(
      contacts.map(({ phones, emails, fields, problem }) => [phones, emails, fields, problem]),
      [
        [[], ['a@rao.example'], { phone: '12' }, undefined],
        [['+919822041106'], [], { email: 'b at rao' }, undefined],
        [[], [], {}, 'invalid_phone'],
        [[], [], {}, 'invalid_phone'],
        [['+919822041107'], [], { phone: '12 ::: 9822041107' }, undefined],
      ],
    )
  })

  test('with several email addresses, or with a name before one, has the addresses', () => {
    const { contacts } = readContacts(
      'name,email\nA,a@rao.example ::: b@rao.example\nB,"Bela Rao <bela@rao.example>"\nC,mailto:c@rao.example',
    )
    assert.deepEqual(
      contacts.map(({ emails }) => emails),
      [['a@rao.example', 'b@rao.example'], ['bela@rao.example'], ['c@rao.example']],
    )
  })
})

describe('a phone number', () => {
  test('is read in the country that the row names: by calling code, ISO code or name', () => {
    const { mapping, contacts } = readContacts(
      'name,Country code,phone\nA,65,81234709\nB,SG,8123 4709\nC,United Kingdom,020 7946 0958\nD,+91,9822041108\nE,,9822041108',
    )
    assert.equal(mapping['Country code'], 'country_code')
    const [singapore, india] = [['+6581234709'], ['+919822041108']]
    assert.deepEqual(
      contacts.map(({ phones }) => phones),
      [singapore, singapore, ['+442079460958'], india, india],
    )
  })

  test('has its plus sign back if it arrived as a blank, unless every cell begins with one', () => {
    assert.deepEqual(phonesOf([' 65 8123 4709', ' 6581234709', ' 9822041109', '6581234709']), [
      ['+6581234709'],
      ['+6581234709'],
      ['+919822041109'],
      ['+916581234709'],
    ])
    const spaced = readContacts('name, phone, city\nA, 6581234709, Pune').contacts
    assert.deepEqual(spaced[0]!.phones, ['+916581234709'])
  })

  test('is international without a plus sign where no number of the file is national', () => {
    const exported = ['6591233104', '447911123105', '14155553106']
    assert.deepEqual(phonesOf(exported), [['+6591233104'], ['+447911123105'], ['+14155553106']])
    const { guesses } = readContacts(`phone\n${exported.join('\n')}`)
    assert.deepEqual(guesses['phone'], {
      target: 'phone_international',
      reasons: ['name', 'values', 'plus_missing'],
      matching: 3,
      checked: 3,
    })
    assert.deepEqual(phonesOf(['6591233104', '9822041110', '447911123105']), [
      ['+916591233104'],
      ['+919822041110'],
      ['+447911123105'],
    ])
  })

  test('without a plus sign is one of the workspace where somebody maps its column so', () => {
    const file = 'phone\n6591233104\n447911123105\n14155553106'
    const { contacts } = readContacts(file, 'IN', { phone: 'phone_e164' })
    assert.deepEqual(
      contacts.map(({ phones }) => phones),
      [['+916591233104'], ['+447911123105'], ['+14155553106']],
    )
    const national = readContacts('phone\n9822041110', 'IN', { phone: 'phone_international' })
    assert.deepEqual(national.contacts[0]!.phones, ['+919822041110'])
  })

  test('is one of the workspace in a file with numbers that are valid only there', () => {
    assert.deepEqual(phonesOf(['6591233104', '447911999999', '9822041110'])[0], ['+916591233104'])
    assert.deepEqual(phonesOf(['6591233104', '447911388202', '14155553106'])[0], ['+6591233104'])
  })

  test('of a country in its row leaves the country as a custom field, and a calling code not', () => {
    const { contacts } = readContacts(
      'name,Country,Dial code,phone\nA,Singapore,,81234709\nB,India,,9822041110',
    )
    assert.deepEqual(
      contacts.map(({ phones, fields }) => [phones, fields]),
      [
        [['+6581234709'], { Country: 'Singapore' }],
        [['+919822041110'], { Country: 'India' }],
      ],
    )
    const coded = readContacts('name,CC,phone\nA,+65,81234709').contacts[0]!
    assert.deepEqual([coded.phones, coded.fields], [['+6581234709'], {}])
  })

  test('or an email address in a column of the other ones is what it is', () => {
    const { contacts } = readContacts(
      'name,phone,email\nA,a@rao.example,\nB,,9822041110\nC,12,c@rao.example',
    )
    assert.deepEqual(
      contacts.map(({ phones, emails, fields }) => [phones, emails, fields]),
      [
        [[], ['a@rao.example'], {}],
        [['+919822041110'], [], {}],
        [[], ['c@rao.example'], { phone: '12' }],
      ],
    )
  })

  test('for messages comes first, by the names of columns and by the labels in the row', () => {
    const file = [
      'Name,Work Phone,Home Phone,WhatsApp,Mobile,Phone 1 - Type,Phone 1 - Value',
      'A,020 2567 4411,020 2567 4412,9822041112,9822041113,,',
      'B,,,,9822041114,* Home,020 2567 4413',
      'C,020 2567 4414,,,,Mobile,9822041115',
      'D,,,,9822041116,Home Fax,020 2567 4415',
      'E,020 2567 4416,,,,Home,020 2567 4417',
      'F,020 2567 4416,,,,Main,020 2567 4417',
      'G,,,,,Work Fax,020 2567 4418',
    ].join('\n')
    const { contacts } = readContacts(file)
    assert.equal(contacts.at(-1)!.fields['Phone 1 - Value'], '020 2567 4418')
    assert.deepEqual(
      contacts.map(({ phones }) => phones),
      [
        ['+919822041112', '+919822041113', '+912025674411', '+912025674412'],
        ['+919822041114', '+912025674413'],
        ['+919822041115', '+912025674414'],
        ['+919822041116'],
        ['+912025674416', '+912025674417'],
        ['+912025674417', '+912025674416'],
        [],
      ],
    )
  })
})

describe('a column', () => {
  test('whose values do not fit its name is not what it says', () => {
    const { mapping, guesses } = readContacts('Name,Phone,Email\nA,yes,no\nB,no,no')
    assert.deepEqual(mapping, { Name: 'name', Phone: 'fields.Phone', Email: 'fields.Email' })
    assert.deepEqual(guesses['Phone']!.reasons, ['values_differ'])
  })

  test('without a known name is found by its values', () => {
    const { mapping, guesses } = readContacts(
      'Contact,Wohin,Kennung\n9822041117,a@rao.example,K-1\n9822041118,b@rao.example,K-2',
    )
    assert.deepEqual(mapping, { Contact: 'phone_e164', Wohin: 'email', Kennung: 'fields.Kennung' })
    assert.deepEqual(guesses['Wohin'], {
      target: 'email',
      reasons: ['values'],
      matching: 2,
      checked: 2,
    })
  })

  test('of the business’s own addresses, of agents, faxes and companies is not the contact’s', () => {
    const row = (index: number) =>
      `A${index},98220411${20 + index},020 25674420,020 25674421,ravi@our-shop.example,info@our-shop.example,9822041119`
    const { mapping } = readContacts(
      `Name,Phone,Fax,Company Main Phone,Contact owner,Email,Sender mobile\n${[0, 1, 2, 3, 4].map(row).join('\n')}`,
    )
    assert.deepEqual(
      Object.keys(mapping).filter((column) => !mapping[column]!.startsWith('fields.')),
      ['Name', 'Phone'],
    )
  })

  test('may have any name', () => {
    const { contacts } = readContacts('Name,constructor,__proto__,Column 4\nA,x,y,z')
    assert.deepEqual([contacts[0]!.name, contacts[0]!.fields['constructor']], ['A', 'x'])
  })

  test('is judged by as many rows as it takes to see some of its values', () => {
    const rows = Array.from({ length: 2_000 }, (_, index) => `A${index},a${index}@rao.example,`)
    const { mapping } = readContacts(`Name,Email,Handy\n${rows.join('\n')}\nB,,9822041130\n`)
    assert.equal(mapping['Handy'], 'phone_e164')
  })
})

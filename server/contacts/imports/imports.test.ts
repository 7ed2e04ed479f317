import assert from 'node:assert/strict'
import { parse } from 'csv-parse/sync'
import { describe, test } from 'node:test'
import type { ImportReject, ListedContact } from '#client/generated/models.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { csvUpload } from '#test/csv-upload.ts'
import { testPhone } from '#test/factories.ts'
import { countsOf, openImports } from '#test/imports.ts'
import { guessNames } from '#test/guess-names.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)
const open = () => openImports(context, call)

describe('a file', () => {
  test('that cannot be read is refused with what to do', async () => {
    const { upload, count } = await open()
    for (const [bytes, said] of [
      [Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR', 'latin1'), /not a text file.*CSV UTF-8/],
      [Buffer.from('\xff\xd8\xff\xe1\x01\x02', 'latin1'), /not a text file/],
      [Buffer.from('PK\x03\x04\x14', 'latin1'), /spreadsheet, not a CSV/],
      ['', /empty/],
      ['\n\n', /first row is empty.*names of the columns/],
      ['Name,Phone\n', /no rows/],
      ['Name,Phone\n,\n\n', /no rows/],
      ['Name,"Phone\nAsha,98\nRavi,99\n', /quotation mark.*not closed/],
      [`Name\n${'"a","b\n'.repeat(101)}`, /More than 100 rows cannot be read.*row 102/],
      [`Name\n${'a\n'.repeat(200_001)}`, /more than 200,000 rows.*Split it/],
      [`${'a,'.repeat(300)}\n1\n`, /more than 200 columns/],
    ] as const) {
      const answer = await upload(bytes as string)
      assert.deepEqual([answer.status, answer.body.code], [422, 'invalid_file'], answer.text)
      assert.match(answer.body.detail, said)
      assert.equal(answer.body.errors[0].field, 'file')
    }
    assert.equal(await count('imports'), 0)
  })

  test('must be one file, as a form sends it, of 20 MiB at most', async () => {
    const { key, ask, upload } = await open()
    await ask('POST /api/v1/imports', {}, 415)
    const none = {
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: '--x--\r\n',
    }
    assert.equal((await call('POST /api/v1/imports', { key, ...none })).status, 422)
    const line = `${'x'.repeat(1023)}\n`
    const large = await upload(line.repeat(20 * 1024 + 1))
    assert.deepEqual([large.status, large.body.code], [413, 'body_too_large'])
  })

  test('that is uploaded again with the same key is one import', async () => {
    const { key, count } = await open()
    const ask = (bytes: string) => {
      const { body, headers } = csvUpload(bytes)
      const idempotent = { ...headers, 'idempotency-key': 'once' }
      return call('POST /api/v1/imports', { key, body, headers: idempotent })
    }
    const first = await ask('Name\nA\n')
    assert.equal((await ask('Name\nA\n')).text, first.text)
    assert.equal((await ask('Name\nB\n')).body.code, 'idempotency_key_reused')
    assert.equal(await count('imports'), 1)
  })
})

describe('an import', () => {
  test('rejects a line that cannot be read, and imports the others', async () => {
    const { ask, load, people } = await open()
    const done = await load('Name,Phone\nMeera,\n"Asha,98\nRavi,\n')
    assert.deepEqual([done.status, done.row_count, countsOf(done)], ['completed', 3, [2, 0, 1, 0]])
    assert.deepEqual(
      (await people()).map(({ name }: ListedContact) => name),
      ['Meera', 'Ravi'],
    )
    const { data } = await ask(`GET /api/v1/imports/${done.id}/rejects`)
    assert.deepEqual(
      data.map((each: ImportReject) => [each.row_number, each.code, each.cells]),
      [[3, 'unclosed_quote', ['"Asha,98']]],
    )
    assert.match(data[0].message, /quotation mark.*not closed/)
  })

  test('with many lines that cannot be read lets other work continue', async () => {
    const { upload, ask, work } = await open()
    // Each of the first rows contains the whole rest, because it never ends outside quotation marks.
    const rest = `${'",'.repeat(4_000)}\n`.repeat(50)
    const { body } = await upload(`Name\n${'"a","b\n'.repeat(20)}${rest}`)
    await ask(`POST /api/v1/imports/${body.id}/check`, {})
    const cpuMs = () => {
      const { user, system } = process.threadCpuUsage()
      return (user + system) / 1000
    }
    const start = cpuMs()
    let [last, longest] = [start, 0]
    const turn = setInterval(() => {
      longest = Math.max(longest, cpuMs() - last)
      last = cpuMs()
    }, 0)
    await work(body.id)
    clearInterval(turn)
    const all = cpuMs() - start
    longest = Math.max(longest, cpuMs() - last)
    assert.ok(longest < all / 4, `${longest} ms of ${all} ms of CPU time without a pause`)
  })

  test('of many rows is read beside the thread that answers requests', async () => {
    const { upload } = await open()
    await upload('Name\nA\n')
    const before = process.threadCpuUsage()
    const refused = await upload(`Name\n${'a\n'.repeat(1_000_000)}`)
    const { user, system } = process.threadCpuUsage(before)
    assert.equal(refused.body.code, 'invalid_file')
    const accepted = await upload(`Name\n${'aaaa\n'.repeat(200_000)}`)
    assert.equal(accepted.body.row_count, 200_000)
    assert.ok(user + system < 300_000, `${(user + system) / 1000} ms of the thread's CPU time`)
  })

  test('is checked without a trace, then read in as the check said', async () => {
    const { ask, upload, check, start, work, get, people, count } = await open()
    const [known, phone] = [testPhone(), testPhone()]
    const before = await ask('POST /api/v1/contacts', { phone: known, campaign: 'kept' }, 201)
    const bytes = [
      'First name,Last name,Phone,Email,City,Campaign,Source',
      `Asha,Rao,${known},,Pune,may,`,
      `Ravi,,${phone.slice(3)},ravi@example.com,Delhi,,fair`,
      ',,,,,,',
      `Ravi again,,${phone},,,,`,
      'Nobody knows,,12,,,,',
      ',,,,Pune,,',
      'Mail,,,not an address,,,',
      'A,B,,,,,,,extra',
      "'=1+1,,,only@example.com,,,",
    ].join('\n')
    const made = await upload(bytes)
    assert.deepEqual([made.body.status, made.body.row_count], ['uploaded', 9])
    assert.deepEqual(made.body.columns[4], {
      name: 'City',
      samples: ['Pune', 'Delhi'],
      guess: { target: 'fields.City', reasons: ['further'], matching: 3, checked: 3 },
    })
    assert.equal(made.body.mapping['City'], 'fields.City')
    const { id } = made.body
    const [peopleBefore, events] = [await count('people'), await count('events')]
    const checked = await check(id)
    assert.equal(checked.status, 'checked')
    assert.deepEqual(countsOf(checked), [2, 2, 4, 1])
    assert.deepEqual([await count('people'), await count('events')], [peopleBefore, events])
    const rejects = await ask(`GET /api/v1/imports/${id}/rejects`)
    assert.deepEqual(
      rejects.data.map((each: ImportReject) => [each.row_number, each.code]),
      [
        [6, 'invalid_phone'],
        [7, 'nobody'],
        [8, 'invalid_email'],
        [9, 'too_many_cells'],
      ],
    )
    await start(id)
    await work(id)
    const done = await get(id)
    assert.deepEqual([done.status, done.done_count, countsOf(done)], ['completed', 9, [2, 2, 4, 1]])
    assert.ok(done.completed_at)
    const [first, ravi, mail] = await people()
    assert.deepEqual(
      [first.id, first.name, first.campaign, first.fields],
      [before.id, 'Asha Rao', 'kept', { City: 'Pune' }],
    )
    assert.deepEqual(
      [ravi.name, ravi.phone_e164, ravi.source, ravi.fields],
      ['Ravi', phone, 'fair', { City: 'Delhi' }],
    )
    assert.deepEqual([mail.name, mail.email, mail.source], ['=1+1', 'only@example.com', 'import'])
    const timeline = await ask(`GET /api/v1/contacts/${ravi.id}/timeline`)
    assert.deepEqual(
      timeline.data.map((entry: any) => [entry.kind, entry.data.row, entry.data.import_id]),
      [
        ['lead', 5, id],
        ['lead', 3, id],
      ],
    )
    const feed = (await ask('GET /api/v1/events?limit=100')).data.slice(1)
    assert.deepEqual(
      feed.map((event: any) => [event.type, event.data.id]),
      [
        ['contact.created', first.id],
        ['contact.created', ravi.id],
        ['contact.created', ravi.id],
        ['contact.created', mail.id],
        ['contact.updated', first.id],
      ],
    )
    const { username: _username, ...updated } = first
    assert.deepEqual(feed[4].data, updated)
    assert.equal(feed[0].data.lead.source, 'import')
  })

  test('reads languages by tag or name, and keeps others as a custom field', async () => {
    const { upload, check, start, work, people } = await open()
    const rows = ['pt-BR', 'Hindi', 'deutsch', 'Elvish', ''].map((text) => `${testPhone()},${text}`)
    const { body } = await upload(`Phone,Language\n${rows.join('\n')}\n`)
    assert.equal(body.mapping['Language'], 'language')
    await check(body.id)
    await start(body.id)
    await work(body.id)
    assert.deepEqual(
      (await people()).map((each: any) => [each.language, each.fields]),
      [
        ['pt-BR', {}],
        ['hi', {}],
        ['de', {}],
        [null, { Language: 'Elvish' }],
        [null, {}],
      ],
    )
  })

  test('gives back the rows it rejected, to be put right and uploaded again', async () => {
    const { key, load, scope } = await open()
    const bytes = 'Name;Phone;Note\nAsha;12;"=1+1;\nsecond"\nRavi;9812345678;x\n'
    const { id } = await load(bytes)
    const { text, headers } = await call(`GET /api/v1/imports/${id}/rejects.csv`, { key })
    assert.match(String(headers['content-disposition']), /attachment/)
    const rows = parse(text, { bom: true }) as string[][]
    assert.deepEqual(rows, [
      ['Name', 'Phone', 'Note', 'Row', 'Problem'],
      ['Asha', '12', "'=1+1;\nsecond", '2', '12 is not a valid phone number.'],
    ])
    const hindi = await call(`GET /api/v1/imports/${id}/rejects.csv?language=hi`, { key })
    const [head, row] = parse(hindi.text, { bom: true }) as string[][]
    assert.deepEqual(head!.slice(-2), ['पंक्ति', 'समस्या'])
    assert.match(row!.at(-1)!, /^फ़ोन नंबर मान्य नहीं है।/)
    for (const columns of [rows[0]!, head!])
      assert.deepEqual(Object.keys(guessNames(columns)), ['Name', 'Phone', 'Note'])
    const entry = await context.db
      .selectFrom('audit_entries')
      .select('actor_type')
      .where('workspace_id', '=', scope.workspaceId)
      .where('action', '=', 'import.rejects_exported')
      .where('target_id', '=', id)
      .executeTakeFirst()
    assert.equal(entry?.actor_type, 'api_key')
  })

  test('of a file that was exported changes nobody', async () => {
    const { key, ask, load, people } = await open()
    const made = await ask('POST /api/v1/contacts', { name: '=Asha', phone: testPhone() }, 201)
    await ask(`PATCH /api/v1/contacts/${made.id}`, { fields: { City: '-Pune' } })
    const before = await people()
    const { text } = await call('GET /api/v1/contacts/export.csv', { key })
    const done = await load(text)
    assert.deepEqual(countsOf(done), [0, 1, 0, 0])
    assert.deepEqual(await people(), before)
  })

  test('reads phones in the country of the workspace', async () => {
    const { scope, load, people } = await open()
    await scope.directory
      .updateTable('workspaces')
      .set({ default_country: 'GB' })
      .where('id', '=', scope.workspaceId)
      .execute()
    await load('Phone,Name\n020 7946 0958,A\n447946095800.0,B\n4.47946E+11,C\n')
    assert.deepEqual(
      (await people()).map((person: ListedContact) => person.phone_e164),
      ['+442079460958', '+447946095800'],
    )
  })

  test('gives a contact all its numbers and addresses, those of another row that it has already included', async () => {
    const { ask, load, people } = await open()
    const identitiesOf = async (id: string) => {
      const { identities } = await ask(`GET /api/v1/contacts/${id}`)
      return identities.map(({ value }: { value: string }) => value).toSorted()
    }
    const [mobile, home] = [testPhone(), testPhone()]
    const rows = [
      `Asha,${home},${mobile},asha@rao.example ::: a.rao@rao.example`,
      `Asha,${home},,ASHA@rao.example`,
    ]
    const done = await load(`Name,Home Phone,Mobile,Email\n${rows.join('\n')}\n`)
    assert.deepEqual(countsOf(done), [1, 1, 0, 0])
    const [asha] = await people()
    assert.deepEqual([asha.phone_e164, asha.email], [mobile, 'asha@rao.example'])
    const all = [mobile, home, 'a.rao@rao.example', 'asha@rao.example'].toSorted()
    assert.deepEqual(await identitiesOf(asha.id), all)
    const [own, later] = [testPhone(), testPhone()]
    const known = await ask('POST /api/v1/contacts', { name: 'Ravi', phone: own }, 201)
    await load(`Name,Mobile,Work Phone\nRavi,${own},${later}\n`)
    assert.deepEqual(await identitiesOf(known.id), [own, later].toSorted())
    const shown = await ask(`GET /api/v1/contacts/${known.id}`)
    assert.equal(shown.phone_e164, own)
  })

  test('keeps colleagues apart who share a number, and says so on their timelines', async () => {
    const { ask, load, people } = await open()
    const [office, a, b] = [testPhone(), testPhone(), testPhone()]
    const done = await load(`Name,Mobile,Work Phone\nAsha,${a},${office}\nBela,${b},${office}\n`)
    assert.deepEqual(countsOf(done), [2, 0, 0, 0])
    const [asha, bela] = await people()
    assert.deepEqual([asha.phone_e164, bela.phone_e164], [a, b])
    const { data } = await ask(`GET /api/v1/contacts/${bela.id}/timeline?type=identity_conflict`)
    assert.deepEqual(
      data.map((entry: any) => entry.data.belongs_to),
      [[{ kind: 'phone_e164', person_id: asha.id }]],
    )
  })

  test('of a file in another encoding shows what was guessed, and why, before it starts', async () => {
    const { upload, get, load, people } = await open()
    const file = Buffer.from(
      'Nom\tPrénom\tPortable\tVille\nLefèvre\tChloé\t06 12 44 71 05\t\n',
      'utf16le',
    )
    const { body } = await upload(file)
    const { columns, mapping } = await get(body.id)
    assert.deepEqual(mapping, { Nom: 'last_name', Prénom: 'first_name', Portable: 'phone_e164' })
    assert.deepEqual(
      columns.map((column: any) => [column.guess.target, column.guess.reasons]),
      [
        ['last_name', ['name']],
        ['first_name', ['name']],
        ['phone_e164', ['name', 'values']],
        [null, ['no_values']],
      ],
    )
    const latin = Buffer.from(
      "Nombre;Apellidos;Tel\xe9fono\nLuc\xeda;Pe\xf1a;'+34612447107\n",
      'latin1',
    )
    await load(latin)
    const [lucia] = await people()
    assert.deepEqual([lucia.name, lucia.phone_e164], ['Lucía Peña', '+34612447107'])
  })

  test('goes by a mapping that fits the file, and by no other', async () => {
    const { ask, upload, load, people } = await open()
    const { body: made } = await upload('A,B,C\nAsha,9812345678,x\n')
    for (const [field, mapping] of [
      ['mapping.D', { D: 'name' }],
      ['mapping.A', { A: 'surname' }],
      ['mapping.A', { A: 'fields.' }],
      ['mapping.B', { A: 'name', B: 'name' }],
      ['mapping.B', { A: 'country_code', B: 'country_code', C: 'email' }],
      ['mapping', { C: 'fields.C' }],
      ['mapping', {}],
    ] as const) {
      const refused = await ask(`POST /api/v1/imports/${made.id}/check`, { mapping }, 422)
      assert.equal(refused.errors[0].field, field)
    }
    const done = await load('A,B,C\nAsha,9812345678,x\n', { A: 'name', B: 'phone_e164' })
    assert.deepEqual(done.mapping, { A: 'name', B: 'phone_e164' })
    const [person] = await people()
    assert.deepEqual([person.name, person.phone_e164, person.fields], ['Asha', '+919812345678', {}])
  })
})

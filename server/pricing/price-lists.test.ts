import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import type { FieldError, PriceList, PriceListDetail } from '#client/generated/models.ts'
import { openTestApi } from '#test/app.ts'
import { openTestContext } from '#test/context.ts'
import { csvUpload } from '#test/csv-upload.ts'
import { createTestKey, createTestWorkspace } from '#test/factories.ts'
import { rowsOf } from '#test/inbound.ts'
import { signInTestMember } from '#test/session.ts'

const { context } = await openTestContext()
const { call } = await openTestApi(context)

async function open() {
  const { scope } = await createTestWorkspace(context)
  const key = await createTestKey(scope, ['*'])
  const upload = (csv: string | Buffer, query = '?currency=USD&valid_from=2026-01-01') =>
    call(`POST /api/v1/price-lists${query}`, { key, ...csvUpload(csv, 'prices.csv') })
  const get = async (path: string) => {
    const answer = await call(`GET /api/v1/price-lists${path}`, { key })
    assert.equal(answer.status, 200, answer.text)
    return answer
  }
  const pricesOf = async (id: string) =>
    new Map<string, { countries: string[]; prices: Record<string, string> }>(
      (await get(`/${id}`)).body.markets.map((each: PriceListDetail['markets'][number]) => [
        each.market,
        each,
      ]),
    )
  return { scope, key, upload, get, pricesOf }
}

describe('a price list', () => {
  test('is read from a rate card with a column for each category', async () => {
    const { upload, pricesOf } = await open()
    const card = [
      'Rates from October 2026,,,,,',
      'Market,Currency,Marketing,Utility,Authentication,Authentication-International',
      'India,$US,0.0118,0.0014,0.0014,$0.028',
      'North America,$US,0.025,0.0040,n/a,',
      'Rest of Central & Eastern Europe,$US,0.086,0.0212,0.0212,n/a',
      'Türkiye,$US,0.0109,0.0009,0.0009,n/a',
      'Other,$US,0.0604,0.0077,0.0077,n/a',
    ].join('\r\n')
    const answer = await upload(card, '?valid_from=2026-10-01')
    assert.equal(answer.status, 201, answer.text)
    const { id, currency, valid_from, filename } = answer.body
    assert.deepEqual(
      [currency, valid_from, filename],
      ['USD', '2026-10-01T00:00:00.000Z', 'prices.csv'],
    )
    const prices = await pricesOf(id)
    assert.deepEqual(prices.get('India'), {
      market: 'India',
      countries: ['IN'],
      prices: {
        authentication: '0.0014',
        authentication_international: '0.028',
        marketing: '0.0118',
        utility: '0.0014',
      },
    })
    assert.deepEqual(prices.get('North America')!.countries, ['CA', 'US'])
    assert.deepEqual(prices.get('North America')!.prices, { marketing: '0.025', utility: '0.004' })
    assert.deepEqual(prices.get('Türkiye')!.countries, ['TR'])
    assert.ok(prices.get('Rest of Central & Eastern Europe')!.countries.includes('PL'))
    const others = prices.get('Other')!.countries
    assert.ok(others.includes('KZ') && !others.includes('IN') && !others.includes('US'))
  })

  test('prefers the row of a country to its calling code, its region and the others', async () => {
    const { upload, pricesOf } = await open()
    const { body } = await upload(
      'Country;Category;Price\nOther;marketing;0,5\n+1;marketing;0,4\nNorth America;marketing;0,3\nca;marketing;0,2\n+44;marketing;1\n',
    )
    const prices = await pricesOf(body.id)
    assert.deepEqual(prices.get('ca')!.prices, { marketing: '0.2' })
    assert.ok(prices.get('+1')!.countries.includes('US'))
    assert.ok(!prices.get('+1')!.countries.includes('CA'))
    assert.equal(prices.get('North America'), undefined)
    assert.deepEqual(prices.get('+44')!.countries, ['GB', 'GG', 'IM', 'JE'])
    assert.ok(!prices.get('Other')!.countries.includes('GB'))
  })

  test('is refused as a whole, with the fault of each row', async () => {
    const { scope, upload } = await open()
    const answer = await upload(
      [
        'market,category,price,currency',
        'IN,marketing,0.01,USD',
        'Atlantis,marketing,0.01,USD',
        'BR,marketing,cheap,USD',
        'MX,marketing,"1,000",USD',
        'DE,marketing,0.01,XXL',
        'India,marketing,0.02,USD',
        'FR,marketing,-1,USD',
        'ES,market!ng,0.1,USD',
        '"US,marketing,1,USD',
      ].join('\n'),
    )
    assert.deepEqual([answer.status, answer.body.code], [422, 'invalid_file'], answer.text)
    const faults = answer.body.errors.map(({ message }: FieldError) => message)
    assert.equal(faults.length, 8)
    for (const [row, said] of [
      [3, /Atlantis.*not a country/],
      [4, /cheap.*not a price/],
      [5, /1,000.*not a price/],
      [6, /XXL.*not a currency/],
      [7, /marketing price of IN is already in row 2/],
      [8, /-1.*not a price/],
      [9, /market!ng.*not a category/],
      [10, /cannot be read/],
    ] as const)
      assert.match(faults.find((text: string) => text.startsWith(`Row ${row}:`)) ?? '', said)
    assert.deepEqual(await rowsOf(scope, 'price_lists'), [])
    for (const [csv, query, said] of [
      ['a,b\n1,2\n', '', /no column named "market"/],
      ['market,x\nIN,2\n', '', /no prices/],
      ['market,marketing\nIN,n/a\n', '', /no prices/],
      ['market,marketing\nIN,1\n', '?valid_from=2026-01-01', /currency is required/],
      ['market,marketing\nIN,1\n', '?currency=USD', /valid_from is required/],
      ['market,marketing\nIN,1\n', '?currency=USD&valid_from=2026-02-30', /valid date/],
      ['market,marketing\nIN,1\n', '?currency=QQQ&valid_from=2026-02-01', /currency code/],
      ['market,currency,marketing\nIN,USD,1\nBR,EUR,1\n', '', /several currencies/],
      ['', '', /empty/],
    ] as const) {
      const refused = await upload(csv, query)
      assert.equal(refused.status, 422, refused.text)
      assert.match(refused.body.detail, said)
    }
  })

  test('is exported as a file that makes the same list again', async () => {
    const { key, upload, get } = await open()
    const { body } = await upload(
      'market,marketing,utility\n"Rest of Middle East",0.03,0.01\nIN,1,\n',
    )
    const { text } = await get(`/${body.id}/prices.csv`)
    assert.equal(text.split('\r\n')[1], 'IN,marketing,1,USD,2026-01-01T00:00:00.000Z')
    const { markets } = (await get(`/${body.id}`)).body
    const gone = await call(`DELETE /api/v1/price-lists/${body.id}`, { key })
    assert.equal(gone.status, 204)
    const again = await upload(text, '')
    assert.equal(again.status, 201, again.text)
    assert.deepEqual((await get(`/${again.body.id}`)).body.markets, markets)
  })

  test('is listed by its date, which only one list has', async () => {
    const { scope, key, upload, get } = await open()
    const csv = 'market,marketing\nIN,1\n'
    const dates = ['2026-04-01', '2026-10-01T00:00:00+05:30', '2026-07-01']
    for (const date of dates)
      assert.equal(
        (await upload(csv, `?currency=INR&valid_from=${encodeURIComponent(date)}`)).status,
        201,
      )
    const again = await upload(csv, '?currency=USD&valid_from=2026-04-01')
    assert.deepEqual([again.status, again.body.code], [409, 'price_list_taken'])
    const { data } = (await get('')).body
    assert.deepEqual(
      data.map((each: PriceList) => each.valid_from.slice(0, 10)),
      ['2026-09-30', '2026-07-01', '2026-04-01'],
    )
    await call(`DELETE /api/v1/price-lists/${data[0].id}`, { key })
    const audit = (await rowsOf(scope, 'audit_entries')).map(({ action }) => action)
    assert.deepEqual(audit, [...Array(3).fill('price_list.uploaded'), 'price_list.deleted'])
    assert.equal((await rowsOf(scope, 'prices')).length, 2)
  })

  test('is refused when the workspace has 200 of them', async () => {
    const { scope, upload } = await open()
    await sql`
      insert into price_lists (workspace_id, id, valid_from, currency, filename, actor_type, created_at)
      select ${scope.workspaceId}::uuid, gen_random_uuid(), now() - make_interval(days => number), 'USD', 'a.csv', 'system', now()
      from generate_series(1, 200) as number`.execute(scope.db)
    const refused = await upload('market,marketing\nIN,1\n')
    assert.deepEqual([refused.status, refused.body.code], [409, 'quota_exceeded'])
    assert.equal((await rowsOf(scope, 'price_lists')).length, 200)
    assert.deepEqual(await rowsOf(scope, 'prices'), [])
  })

  test('can be read by agents, and changed by admins alone', async () => {
    const { scope, upload } = await open()
    const { id } = (await upload('market,marketing\nIN,1\n')).body
    const agent = await signInTestMember(call, scope, 'agent')
    assert.equal((await call(`GET /api/v1/price-lists/${id}`, { ...agent })).status, 200)
    const refused = await call(`DELETE /api/v1/price-lists/${id}`, { ...agent })
    assert.deepEqual([refused.status, refused.body.code], [403, 'admin_required'])
  })
})

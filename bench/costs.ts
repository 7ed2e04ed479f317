import { isDeepStrictEqual } from 'node:util'
import { createPriceList } from '#pricing/create-price-list.ts'
import { getCostReport } from '#reports/get-cost-report.ts'
import { CHARGE_PRICES, reportCharges } from '#test/charges.ts'
import { createTestWorkspace } from '#test/factories.ts'
import { openBenchDatabase } from './database.ts'
import { atMost, plain } from './figure.ts'
import type { Figure } from './figure.ts'
import { numberOption } from './options.ts'
import type { BenchOptions } from './options.ts'

/** A statement is canceled after 10 s. */
const REPORT_SECONDS_MAX = 5
const CPU_SECONDS_MAX = 60

/**
 * Records 100,000 statuses of 30,000 messages, repeated and in random order, by the verb that the worker calls, and
 * compares the cost report with what they add up to. Then reports a year with 1,000,000 charges. `--statuses` chooses
 * another size.
 */
export async function benchCosts(options: BenchOptions): Promise<Figure[]> {
  const statuses = numberOption(options, 'statuses', 100_000)
  const database = await openBenchDatabase()
  try {
    const { scope } = await createTestWorkspace(database.context)
    const validFrom = new Date('2026-01-01T00:00:00Z')
    const prices = CHARGE_PRICES.map((each) => ({ ...each, market: each.country }))
    await createPriceList(scope, 'prices.csv', { validFrom, currency: 'USD', prices })
    const before = process.cpuUsage()
    const size = { messages: Math.floor(statuses * 0.15) * 2, statuses, seed: 42 }
    const expected = await reportCharges(scope, size)
    const { user, system } = process.cpuUsage(before)
    const { totals } = await getCostReport(scope, { from: '2026-10-01', to: '2026-12-31' })
    const isSame = isDeepStrictEqual(totals, expected)
    await database.seedFast(() => database.query(chargesOfAYear(scope.workspaceId)))
    await database.query('analyze message_charges')
    const from = new Date(Date.now() - 365 * 86_400_000).toISOString()
    const began = performance.now()
    await getCostReport(scope, { from, time_zone: 'Asia/Kolkata' })
    const seconds = (performance.now() - began) / 1000
    const sum = totals.costs.map(({ amount, currency }) => `${amount} ${currency}`).join()
    return [
      { ...plain('cost report of the statuses', sum), bound: 'their sum', isMet: isSame },
      atMost('CPU time of recording the statuses', (user + system) / 1e6, CPU_SECONDS_MAX, ' s'),
      atMost('cost report of a year, 1,000,000 charges', seconds, REPORT_SECONDS_MAX, ' s'),
    ]
  } finally {
    await database.close()
  }
}

function chargesOfAYear(workspaceId: string): string {
  return `insert into message_charges (workspace_id, message_id, country, channel_id, template, category,
      price_category, type, is_free, quantity, author_type, author_id, created_at)
    select '${workspaceId}', (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' ||
        substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid,
      (array['IN', 'MX', 'GH', 'KE', 'DE', 'US'])[1 + n % 6], md5('channel' || n % 3)::uuid,
      case when n % 2 = 0 then 'template ' || n % 40 end,
      (array['marketing', 'utility', 'service'])[1 + n % 3],
      (array['marketing', 'utility', 'service'])[1 + n % 3], 'regular', n % 10 = 0, 1, 'member',
      md5('member' || n % 20)::uuid, at
    from (
      select n, now() - interval '365 days' * (1000000 - n) / 1000000 as at
      from generate_series(1, 1000000) as n
    ) as charge`
}

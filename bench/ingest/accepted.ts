import { payloadOf, sign, statusOf, textFrom, wamid } from '#platforms/fixtures/payload-of.ts'
import { createTestChannel, createTestWorkspace } from '#test/factories.ts'
import { openBenchDatabase } from '../database.ts'
import { atLeast, median, plain } from '../figure.ts'
import type { Figure } from '../figure.ts'
import { load, startServer } from '../load.ts'
import type { LoadResult } from '../load.ts'
import { numberOption } from '../options.ts'
import type { BenchOptions } from '../options.ts'

const PAYLOADS = 300
const PATH = '/webhook/whatsapp'

/**
 * Signed payloads accepted durably, against a bare handler that checks the signature and does one INSERT: the same
 * database, 64 connections, one process each, in short turns. Options: `--rounds`, `--seconds` of a turn.
 */
export async function benchAccepted(options: BenchOptions): Promise<Figure[]> {
  const rounds = numberOption(options, 'rounds', 8)
  const seconds = numberOption(options, 'seconds', 3)
  const database = await openBenchDatabase()
  try {
    const { account } = await createTestChannel((await createTestWorkspace(database.context)).scope)
    const env = {
      DATABASE_URL: database.url,
      SECRET_KEY: '07'.repeat(32),
      WHATSAPP_APP_SECRET: 'test_app_secret',
      LOG_LEVEL: 'warn',
    }
    const bodies = Array.from({ length: PAYLOADS }, (_, index) =>
      payloadOf(
        account,
        index % 4 === 0
          ? textFrom(`9198${10_000_000 + index}`, 'Is it still there? I would come by at noon.')
          : statusOf(wamid(), 'delivered', Math.floor(Date.now() / 1000)),
      ),
    )
    const signed = (body: string) => ({ 'x-hub-signature-256': sign(body) })
    const serve = async (args: string[], port: string) => {
      const server = await startServer(args, env, port)
      const url = server.url + PATH
      const run = (length: number) =>
        load({ url, headers: {}, bodies, seconds: length, sign: signed })
      await run(3)
      return { run, stop: server.stop }
    }
    const theirs = await serve(['bench/ingest/bare-ingest.ts'], 'PORT')
    const parley = await serve(['server/main.ts', 'start', '--only', 'ingest'], 'INGEST_PORT')
    await database.query('checkpoint')
    const bare: LoadResult[] = []
    const ours: LoadResult[] = []
    for (let round = 0; round < rounds; round++) {
      bare.push(await theirs.run(seconds))
      ours.push(await parley.run(seconds))
    }
    await Promise.all([theirs.stop(), parley.stop()])
    return toFigures(bare, ours)
  } finally {
    await database.close()
  }
}

function toFigures(bare: LoadResult[], ours: LoadResult[]): Figure[] {
  const show = (results: LoadResult[]) => {
    const middle = (read: (result: LoadResult) => number) => median(results.map(read))
    return `${middle((each) => each.rate).toFixed(0)}/s, p50 ${middle((each) => each.p50)} ms, p99 ${middle((each) => each.p99)} ms`
  }
  const ratios = ours.map((result, round) => result.rate / bare[round]!.rate)
  const refused = [...bare, ...ours].reduce((sum, result) => sum + result.refused, 0)
  return [
    plain('bare Fastify + pg, HMAC and one INSERT', show(bare)),
    plain('POST /webhook/whatsapp', show(ours)),
    atLeast(`rate against bare, median of ${ours.length} rounds`, median(ratios), 0.7),
    {
      what: 'answers other than 2xx',
      value: String(refused),
      bound: '0',
      isMet: refused === 0,
    },
  ]
}

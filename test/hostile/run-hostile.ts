import { startDnsServer } from '#lib/testing/start-dns-server.ts'
import type { DnsAnswer, DnsZone } from '#lib/testing/start-dns-server.ts'
import { SLOW_NAMES, tryLocal, trySlowNames, tryUnguarded } from './controls.ts'
import { emptyReport } from './report.ts'
import type { HostileReport } from './report.ts'
import { startSinks } from './sinks.ts'
import { openPlace, startHostileProduct } from './start-product.ts'
import { INSIDE, NOWHERE, ZONE } from './targets.ts'
import { tryGuarded } from './try-guarded.ts'
import type { Run } from './run.ts'

/** Attempts every target at every moment against real processes, and then runs the controls. */
export async function runHostile(): Promise<HostileReport> {
  const names = { areInside: true, areLateInside: false }
  const public_: DnsAnswer = { a: ['8.8.8.8'] }
  const dns = await startDnsServer({
    // The addresses of loopback names and of the machine's search domain, if they were queried.
    localhost: { a: ['127.0.0.1'] },
    'a.localhost': { a: ['127.0.0.1'] },
    [`absent.${ZONE}.search.example`]: { a: ['127.0.0.1'] },
    ...zoneOf('', INSIDE, (inside) => (names.areInside ? inside : public_)),
    ...zoneOf('late-', INSIDE, (inside) => (names.areLateInside ? inside : { rcode: 3 })),
    ...zoneOf('', NOWHERE, (answer) => answer),
  })
  const localDns = await startDnsServer({
    ...zoneOf('', INSIDE, (inside) => inside),
    ...Object.fromEntries(SLOW_NAMES.map((name) => [name, { silent: true }])),
  })
  const sinks = await startSinks()
  const localSinks = await startSinks()
  const run: Run = { report: emptyReport(), sinks, names }
  try {
    const [place, localPlace] = await Promise.all([openPlace(), openPlace()])
    const common = {
      dnsServer: dns.server,
      sinkPort: sinks.port,
      isGuarded: true,
      allowLocal: false,
    }
    const [guarded, local, unguarded] = await Promise.all([
      startHostileProduct(place, { ...common, only: 'api,ingest,worker' }),
      startHostileProduct(localPlace, {
        ...common,
        only: 'api,worker',
        allowLocal: true,
        dnsServer: localDns.server,
      }),
      startHostileProduct(place, { ...common, only: 'api', isGuarded: false }),
    ])
    const [stored] = await Promise.all([
      tryGuarded(run, guarded, place),
      tryLocal({ ...run, sinks: localSinks }, local).then(() =>
        trySlowNames(run, local, localPlace),
      ),
    ])
    run.report.reached = sinks.take()
    run.report.connections = guarded.connections()
    await tryUnguarded(run, unguarded, stored)
    return run.report
  } finally {
    sinks.close()
    localSinks.close()
    dns.close()
    localDns.close()
  }
}

function zoneOf(
  prefix: string,
  answers: Record<string, DnsAnswer>,
  choose: (answer: DnsAnswer) => DnsAnswer,
): DnsZone {
  return Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [
      `${prefix}${name}.${ZONE}`,
      () => choose(answer),
    ]),
  )
}

import assert from 'node:assert/strict'
import type { Counter, Gauge, Histogram } from 'prom-client'

type Labels = Readonly<Record<string, string>>

/** A metric of any kind. */
type Metric = Pick<Counter<string> | Gauge<string> | Histogram<string>, 'get'>

/** Returns the sum of the series of a metric with these labels; of a histogram, its number of observations. */
export async function readMetric(metric: Metric, labels: Labels = {}): Promise<number> {
  const { name, type, values } = await metric.get()
  const series = String(type) === 'histogram' ? `${name}_count` : name
  return values
    .filter((each) => ((each as { metricName?: string }).metricName ?? name) === series)
    .filter((each) =>
      Object.entries(labels).every(
        ([label, value]) => (each.labels as Record<string, unknown>)[label] === value,
      ),
    )
    .reduce((sum, each) => sum + each.value, 0)
}

/** Checks that `act` moves a metric by `by`, at least once without it, and returns what it returns. */
export async function moves<T>(
  metric: Metric,
  labels: Labels,
  act: () => Promise<T>,
  by?: number,
): Promise<T> {
  const before = await readMetric(metric, labels)
  const result = await act()
  const moved = (await readMetric(metric, labels)) - before
  const what = `${(await metric.get()).name} ${JSON.stringify(labels)} moved by ${moved}`
  if (by === undefined) assert.ok(moved > 0, what)
  else assert.equal(moved, by, what)
  return result
}

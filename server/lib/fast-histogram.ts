import { Histogram } from 'prom-client'
import type { HistogramConfiguration, ObserveDataWithExemplar } from 'prom-client'

type Labels<Name extends string> = Partial<Record<Name, string | number>>

/** The observations with one set of labels: their number in each bucket, their sum and their number. */
type Series<Name extends string> = {
  labels: Labels<Name>
  buckets: number[]
  sum: number
  count: number
}

/**
 * A histogram that resolves the series of its labels once. The one of prom-client checks the labels and builds their text at each
 * observation, which takes five times as long.
 */
export class FastHistogram<Name extends string = never> extends Histogram<Name> {
  readonly #config: HistogramConfiguration<Name> & { buckets: number[] }
  readonly #names: readonly Name[]
  #series = new Map<string, Series<Name>>()

  constructor(config: HistogramConfiguration<Name> & { buckets: number[] }) {
    super(config)
    this.#config = config
    this.#names = config.labelNames ?? []
    // prom-client sets its own on the object, too.
    this.observe = (
      labels: number | Labels<Name> | ObserveDataWithExemplar<Name>,
      value?: number,
    ) => {
      if (typeof labels === 'number') this.#add({}, labels)
      else if ('value' in labels) throw new Error('This histogram keeps no exemplars.')
      else this.#add(labels, value ?? Number.NaN)
    }
  }

  /** Returns what `get` and the text of the registry are made from, in the shape of prom-client. */
  getForPromString() {
    const { name, help, buckets } = this.#config
    if (this.#names.length === 0) this.#find({})
    const values = [...this.#series.values()].flatMap((series) => {
      let total = 0
      const row = (suffix: string, value: number, labels: { le?: number | string } = {}) => ({
        metricName: `${name}_${suffix}`,
        labels,
        sharedLabels: series.labels,
        value,
      })
      return [
        ...buckets.map((le, index) => row('bucket', (total += series.buckets[index] ?? 0), { le })),
        row('bucket', series.count, { le: '+Inf' }),
        row('sum', series.sum),
        row('count', series.count),
      ]
    })
    return Promise.resolve({ name, help, type: 'histogram', values, aggregator: 'sum' })
  }

  #add(labels: Labels<Name>, value: number): void {
    const series = this.#find(labels)
    let index = 0
    for (const bound of this.#config.buckets) {
      if (value <= bound) {
        series.buckets[index] = (series.buckets[index] ?? 0) + 1
        break
      }
      index++
    }
    series.sum += value
    series.count++
  }

  #find(labels: Labels<Name>): Series<Name> {
    const [first, ...others] = this.#names
    let key = first === undefined ? '' : String(labels[first])
    for (const name of others) key += `\n${labels[name]}`
    const known = this.#series.get(key)
    if (known) return known
    const buckets = this.#config.buckets.map(() => 0)
    const series = { labels: { ...labels }, buckets, sum: 0, count: 0 }
    this.#series.set(key, series)
    return series
  }
}

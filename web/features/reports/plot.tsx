import '@mantine/charts/styles.layer.css'
import { BarChart, LineChart } from '@mantine/charts'
import { countTicks, secondTicks } from './ticks.ts'

/** A row of values to plot; `at` is its label on the axis. */
export type PlotRow = { at: string } & Record<string, string | number | null>

/** A series of a plot: its key in the rows, its label and its colour. */
type Series = { key: string; label: string; color: number | 'bad' | 'quiet' }

/** The properties of a plot; its values are counts or milliseconds, or seconds with `isSeconds`. */
export type PlotProps = {
  kind: 'bars' | 'stack' | 'lines'
  rows: PlotRow[]
  series: Series[]
  formatValue: (value: number) => string
  isSeconds?: boolean
}

/** Up to this many rows, the axis labels as many as fit. */
const FEW = 8

/** Shows a plot. It is visual only; the same figures are shown beside it in words and in a table. */
export function Plot({ kind, rows, series, formatValue, isSeconds = false }: PlotProps) {
  const top = Math.max(
    0,
    ...rows.map((row) => {
      const values = series.map(({ key }) => Number(row[key] ?? 0))
      return kind === 'stack' ? values.reduce((sum, each) => sum + each, 0) : Math.max(...values)
    }),
  )
  const ticks = isSeconds ? secondTicks(top) : countTicks(top)
  const shared = {
    h: 260,
    data: rows,
    dataKey: 'at',
    series: series.map(({ key, label, color }) => ({
      name: key,
      label,
      color: `var(--plot-${color})`,
    })),
    valueFormatter: formatValue,
    withLegend: series.length > 1,
    legendProps: { verticalAlign: 'bottom' as const },
    gridAxis: 'x' as const,
    tickLine: 'none' as const,
    strokeDasharray: '0',
    yAxisProps: {
      width: kind === 'lines' ? 64 : 44,
      ticks,
      domain: [0, ticks.at(-1)!],
      // Without this the topmost label would be placed below its line.
      interval: 0 as const,
    },
    xAxisProps: {
      padding: { left: 24, right: 24 },
      interval: 'equidistantPreserveStart' as const,
      minTickGap: rows.length <= FEW ? 4 : 56,
    },
  }
  // The library's accessibility layer would make the plot focusable with the role `application`.
  const still = { accessibilityLayer: false }
  if (kind === 'lines')
    return (
      <LineChart
        {...shared}
        curveType="linear"
        connectNulls={false}
        strokeWidth={2}
        withDots={rows.length <= 62}
        lineChartProps={still}
        lineProps={{ isAnimationActive: false }}
      />
    )
  return (
    <BarChart
      {...shared}
      type={kind === 'stack' ? 'stacked' : 'default'}
      maxBarWidth={28}
      barChartProps={still}
      barProps={{ isAnimationActive: false }}
    />
  )
}

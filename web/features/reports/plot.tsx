import '@mantine/charts/styles.layer.css'
import { BarChart, LineChart } from '@mantine/charts'

/** A row of values to plot; `at` is its label on the axis. */
export type PlotRow = { at: string } & Record<string, string | number | null>

/** A series of a plot: its key in the rows, its label and its colour. */
type Series = { key: string; label: string; color: number | 'bad' | 'quiet' }

/** The properties of a plot. */
export type PlotProps = {
  kind: 'bars' | 'stack' | 'lines'
  rows: PlotRow[]
  series: Series[]
  formatValue: (value: number) => string
  ticks?: number[]
}

/** Up to this many rows, the axis labels as many as fit. */
const FEW = 8

/** Shows a plot. It is visual only; the same figures are shown beside it in words and in a table. */
export function Plot({ kind, rows, series, formatValue, ticks }: PlotProps) {
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
      allowDecimals: false,
      // Without this the topmost label would be placed below its line.
      interval: 0 as const,
      ...(ticks && { ticks, domain: [0, ticks.at(-1)!] }),
    },
    xAxisProps: {
      padding: { left: 12, right: 12 },
      interval: 'equidistantPreserveStart' as const,
      minTickGap: rows.length <= FEW ? 4 : 24,
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

import '@mantine/charts/styles.layer.css'
import { BarChart, LineChart } from '@mantine/charts'

/** One row of figures to plot, and the name of its place on the axis. */
export type PlotRow = { at: string } & Record<string, string | number | null>

/** What is drawn in one colour: a key of the rows, what it is called, and which of the plots' colours. */
export type Series = { key: string; label: string; color: number | 'bad' | 'quiet' }

/** How a plot is drawn. */
export type PlotProps = {
  kind: 'bars' | 'stack' | 'lines'
  rows: PlotRow[]
  series: Series[]
  formatValue: (value: number) => string
  ticks?: number[]
}

/** So many places are all named where they can be. */
const FEW = 8

/** A plot for the eye alone: what it says stands in words and in a table beside it. */
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
      // Otherwise the mark at the top would stand below its line.
      interval: 0 as const,
      ...(ticks && { ticks, domain: [0, ticks.at(-1)!] }),
    },
    xAxisProps: {
      interval: 'equidistantPreserveStart' as const,
      minTickGap: rows.length <= FEW ? 4 : 24,
    },
  }
  // The library would make of it an application that takes the focus.
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

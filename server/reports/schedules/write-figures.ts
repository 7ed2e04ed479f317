import type { ReportFigure } from '../report-figure.ts'
import type { MailWords } from './words/mail-words.ts'

/** Writes figures for a mail, a line each: `Received: 1,204`. */
export function writeFigures(figures: ReportFigure[], words: MailWords): string[] {
  return figures.map((figure) => {
    const value = writeValue(figure, words)
    if (figure.name === undefined) return `${words.labels[figure.label]}: ${value}`
    const before =
      figure.before === undefined
        ? ''
        : ` (${words.before(writeValue({ ...figure, value: figure.before }, words))})`
    return `${figure.name}: ${words.labels[figure.label]} ${value}${before}`
  })
}

function writeValue({ unit, value, currency }: ReportFigure, words: MailWords): string {
  if (value === null) return '–'
  if (unit === 'seconds') return writeSeconds(value, words)
  const number = (options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(words.locale, options).format(value)
  if (unit === 'share') return number({ style: 'percent', maximumFractionDigits: 0 })
  if (unit === 'number') return number({ maximumFractionDigits: 2 })
  return unit === 'money' ? number({ style: 'currency', currency: currency ?? 'USD' }) : number({})
}

/** Writes a duration with its two largest units. */
function writeSeconds(value: number, { locale }: MailWords): string {
  const [days, hours, minutes] = [86_400, 3_600, 60].map((size) => Math.floor(value / size))
  const parts = { days: days!, hours: hours! % 24, minutes: minutes! % 60, seconds: value % 60 }
  const found = Object.entries(parts)
  const first = found.findIndex(([, count]) => count > 0)
  const shown = first === -1 ? [['seconds', 0]] : found.slice(first, first + 2)
  return shown
    .filter(([, count], index) => index === 0 || Number(count) > 0)
    .map(([unit, count]) =>
      new Intl.NumberFormat(locale, {
        style: 'unit',
        unit: String(unit).slice(0, -1),
        unitDisplay: 'short',
      }).format(Number(count)),
    )
    .join(' ')
}

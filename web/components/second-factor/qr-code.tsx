import { toQrCode } from '../../lib/qr-code.ts'

/** The light modules around a QR code. Source: ISO/IEC 18004, "Quiet zone". */
const QUIET = 4
const PIXELS = 208

/** Shows a text as a QR code, dark on white in every color scheme, because many readers need it so. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = toQrCode(text)
  const size = rows.length + 2 * QUIET
  const path = rows
    .flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])),
    )
    .join('')
  return (
    <svg
      role="img"
      aria-label={label}
      width={PIXELS}
      height={PIXELS}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

import { StatusText } from '../../../components/status-text.tsx'
import type { Tone } from '../../../components/status-text.tsx'

/** Shows the HTTP status of a request with its meaning as a colour. */
export function RequestStatus({ status }: { status: number }) {
  const tone: Tone = status < 300 ? 'good' : status < 400 ? 'quiet' : 'bad'
  return <StatusText tone={tone}>{String(status)}</StatusText>
}

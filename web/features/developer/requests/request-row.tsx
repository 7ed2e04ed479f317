import { Code } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { ApiRequest } from '#request-log/schema.ts'
import { CustomerText } from '../../../components/customer-text.tsx'
import { Row } from '../../../components/rows.tsx'
import { StatusText } from '../../../components/status-text.tsx'
import type { Tone } from '../../../components/status-text.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/wire.ts'

/** A request of the log. */
export type LoggedRequest = Wire<ApiRequest>

/** Shows the HTTP status of a request with its meaning as a colour. */
export function RequestStatus({ status }: { status: number }) {
  const tone: Tone = status < 300 ? 'good' : status < 400 ? 'quiet' : 'bad'
  return <StatusText tone={tone}>{String(status)}</StatusText>
}

/** Shows a request in the log. */
export function RequestRow({ request }: { request: LoggedRequest }) {
  const t = useTranslations('developer.requests')
  const { key, code, errors } = request
  const fields = errors.flatMap(({ field }) => (field === '' ? [] : [field]))
  return (
    <Row
      to={`/developer/requests/${request.id}`}
      lead={<RequestStatus status={request.status} />}
      title={<CustomerText>{`${request.method} ${request.path}`}</CustomerText>}
      sub={
        <>
          {code && (
            <span>
              <Code>{code}</Code>
            </span>
          )}
          {fields.length > 0 && <CustomerText>{fields.join(', ')}</CustomerText>}
          <CustomerText>{key.name ?? t('unknownKey')}</CustomerText>
          {key.mode === 'test' && <span>{t('testKey')}</span>}
          <span>{t('took', { ms: request.duration_ms })}</span>
        </>
      }
      tail={<TimeText value={request.created_at} />}
    />
  )
}

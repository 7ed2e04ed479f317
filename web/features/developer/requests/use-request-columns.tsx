import { Code } from '@mantine/core'
import { useFormatter, useTranslations } from 'use-intl'
import type { ApiRequest } from '#request-log/schema.ts'
import { CustomerText } from '../../../components/customer-text.tsx'
import type { Column } from '../../../components/row-table.tsx'
import { ShortTime } from '../../../components/short-time.tsx'
import type { Wire } from '../../../lib/wire.ts'
import { RequestStatus } from './request-status.tsx'

/** A request of the log. */
export type LoggedRequest = Wire<ApiRequest>

/** Returns the columns of the log of API requests. */
export function useRequestColumns(): Column<LoggedRequest>[] {
  const t = useTranslations('developer.requests')
  const tTable = useTranslations('tables')
  const format = useFormatter()
  return [
    {
      key: 'status',
      label: t('status'),
      width: 4.5,
      place: 'status',
      cell: (request) => <RequestStatus status={request.status} />,
    },
    {
      key: 'request',
      label: t('call'),
      place: 'title',
      cell: ({ method, path }) => <CustomerText>{`${method} ${path}`}</CustomerText>,
    },
    {
      key: 'error',
      label: t('code'),
      width: 14,
      from: 'm',
      cell: ({ code, errors }) => {
        const fields = errors.flatMap(({ field }) => (field === '' ? [] : [field]))
        return (
          <>
            {code && <Code>{code}</Code>}
            {fields.length > 0 && (
              <>
                {' '}
                <CustomerText>{fields.join(', ')}</CustomerText>
              </>
            )}
          </>
        )
      },
    },
    {
      key: 'key',
      label: t('key'),
      width: 10,
      from: 'm',
      cell: ({ key }) => (
        <>
          <CustomerText>{key.name ?? t('unknownKey')}</CustomerText>
          {key.mode === 'test' && ` · ${t('testKey')}`}
        </>
      ),
    },
    {
      key: 'ms',
      label: tTable('duration'),
      width: 4.5,
      from: 'l',
      isFigure: true,
      cell: (request) => format.number(request.duration_ms),
    },
    {
      key: 'time',
      label: tTable('time'),
      width: 4.5,
      place: 'time',
      cell: (request) => <ShortTime value={request.created_at} />,
    },
  ]
}

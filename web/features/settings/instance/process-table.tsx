import { useFormatter, useTranslations } from 'use-intl'
import { FactsTable } from '../../../components/facts-table.tsx'
import { PageSection } from '../../../components/page-section.tsx'
import { StatusText } from '../../../components/status-text.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { formatDuration } from '../../../lib/format-duration.ts'
import type { Instance } from './find-problems.ts'

/** Shows the processes of the instance that run, or stopped unexpectedly less than a day ago. */
export function ProcessTable(props: { processes: Instance['processes']; readAt: string }) {
  const { processes, readAt } = props
  const t = useTranslations('settings.instance.processes')
  const format = useFormatter()
  const upFor = (startedAt: string) =>
    Math.max(0, Math.floor((new Date(readAt).getTime() - new Date(startedAt).getTime()) / 1000))
  return (
    <PageSection title={t('title')}>
      <FactsTable
        none={t('none')}
        label={t('title')}
        rows={processes}
        keyOf={({ id }) => id}
        columns={[
          {
            label: t('name'),
            cell: ({ host, pid, is_lost: isLost }) => (
              <StatusText tone={isLost ? 'bad' : 'good'}>{`${host}:${pid}`}</StatusText>
            ),
          },
          { label: t('parts'), cell: ({ parts }) => parts.join(', ') },
          {
            label: t('version'),
            cell: ({ version, node_version: node }) =>
              `${version} · ${t('node', { version: node })}`,
          },
          {
            label: t('memory'),
            cell: ({ memory_bytes: bytes }) => formatBytes(bytes, format),
            isNumber: true,
          },
          {
            label: t('uptime'),
            cell: ({ started_at: startedAt, is_lost: isLost }) =>
              isLost ? t('lost') : formatDuration(upFor(startedAt), format),
            isNumber: true,
          },
          { label: t('seen'), cell: ({ seen_at: seenAt }) => <TimeText value={seenAt} /> },
        ]}
      />
    </PageSection>
  )
}

import { Title } from '@mantine/core'
import { useFormatter, useTranslations } from 'use-intl'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import { Facts } from '../../../components/facts.tsx'
import { FactsTable } from '../../../components/facts-table.tsx'
import { PageSection } from '../../../components/page-section.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { formatBytes } from '../../../lib/format-bytes.ts'
import { formatDuration } from '../../../lib/format-duration.ts'
import type { Shard } from './find-problems.ts'
import { Unread } from './unread.tsx'

type Server = NonNullable<Shard['server']>

/** Shows the database of a shard: its server, its replicas and its largest tables. */
export function ServerFacts({ shard: { server, tables } }: { shard: Shard }) {
  const t = useTranslations('settings.instance.database')
  const format = useFormatter()
  return (
    <PageSection title={t('title')} gap="sm">
      {server ? <ServerLine server={server} /> : <Unread />}
      <Title order={3} size="h4" mt="xs">
        {t('tables')}
      </Title>
      {tables ? (
        <>
          <DimmedText>{t('estimated')}</DimmedText>
          <FactsTable
            label={t('tables')}
            rows={tables}
            keyOf={({ name }) => name}
            columns={[
              { label: t('table'), cell: ({ name }) => name },
              {
                label: t('tableSize'),
                cell: ({ bytes }) => formatBytes(bytes, format),
                isNumber: true,
              },
              {
                label: t('rows'),
                cell: ({ rows }) => (rows === null ? '–' : format.number(rows)),
                isNumber: true,
              },
              {
                label: t('dead'),
                cell: ({ dead_rows: dead }) => format.number(dead),
                isNumber: true,
              },
              {
                label: t('vacuumed'),
                cell: ({ vacuumed_at: at }) => (at === null ? t('never') : <TimeText value={at} />),
              },
            ]}
          />
        </>
      ) : (
        <Unread />
      )}
    </PageSection>
  )
}

function ServerLine({ server }: { server: Server }) {
  const t = useTranslations('settings.instance.database')
  const format = useFormatter()
  const { replicas, archive, oldest_transaction_seconds: oldest } = server
  const replicaTexts = [
    ...replicas.map(({ name, lag_seconds: lag }) =>
      t('replica', { name, lag: formatDuration(Math.round(lag), format) }),
    ),
    ...(server.hides_replicas ? [t('hidden')] : []),
  ]
  return (
    <Facts
      facts={[
        { label: t('version'), value: server.version },
        { label: t('since'), value: <TimeText value={server.started_at} /> },
        { label: t('size'), value: formatBytes(server.size_bytes, format) },
        {
          label: t('connections'),
          value: t('of', {
            used: format.number(server.connections),
            max: format.number(server.connections_max),
          }),
        },
        {
          label: t('transaction'),
          value: oldest === null ? '–' : formatDuration(Math.floor(oldest), format),
        },
        {
          label: t('replicas'),
          value: replicaTexts.length > 0 ? replicaTexts.join(' · ') : t('noReplicas'),
        },
        {
          label: t('archive'),
          value:
            archive === null ? (
              t('noArchive')
            ) : archive.archived_at === null ? (
              t('neverArchived')
            ) : (
              <TimeText value={archive.archived_at} />
            ),
        },
      ]}
    />
  )
}

import { Title } from '@mantine/core'
import { useFormatter, useTranslations } from 'use-intl'
import { CopyId } from '../../../components/copy-id.tsx'
import { Facts } from '../../../components/facts.tsx'
import { FactsTable } from '../../../components/facts-table.tsx'
import { PageSection } from '../../../components/page-section.tsx'
import { StatusText } from '../../../components/status-text.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { formatDuration } from '../../../lib/format-duration.ts'
import { CappedNumber } from './capped-number.tsx'
import type { Instance, Shard } from './find-problems.ts'
import { Unread } from './unread.tsx'
import { useKindName } from './use-kind-name.ts'
import { WorkspaceName } from './workspace-name.tsx'

/** Shows the queues of a shard with work that is due, the lanes that nobody works on, and what waits. */
export function Queues(props: { shard: Shard; workspaces: Instance['workspaces'] }) {
  const { shard, workspaces } = props
  const { queues, stuck_lanes: stuck } = shard
  const t = useTranslations('settings.instance.queues')
  const tKinds = useKindName()
  const format = useFormatter()
  return (
    <PageSection title={t('title')} gap="sm">
      {!queues ? (
        <Unread />
      ) : (
        <FactsTable
          none={t('none')}
          label={t('title')}
          rows={queues}
          keyOf={({ kind }) => kind}
          columns={[
            {
              label: t('queue'),
              cell: ({ kind, is_stuck: isStuck }) =>
                isStuck ? <StatusText tone="bad">{tKinds(kind)}</StatusText> : tKinds(kind),
            },
            { label: t('due'), cell: ({ due }) => format.number(due), isNumber: true },
            {
              label: t('oldest'),
              cell: ({ oldest_due_seconds: seconds }) =>
                formatDuration(Math.floor(seconds), format),
              isNumber: true,
            },
          ]}
        />
      )}
      <Backlog shard={shard} />
      {stuck && stuck.length > 0 && (
        <>
          <Title order={3} size="h4" mt="xs">
            {t('stuckTitle')}
          </Title>
          <FactsTable
            label={t('stuckTitle')}
            rows={stuck}
            keyOf={({ kind, workspace_id: id, target_id: target }) => `${kind} ${id} ${target}`}
            columns={[
              { label: t('queue'), cell: ({ kind }) => tKinds(kind) },
              {
                label: t('workspace'),
                cell: ({ workspace_id: id }) => <WorkspaceName id={id} workspaces={workspaces} />,
              },
              { label: t('target'), cell: ({ target_id: id }) => <CopyId id={id} /> },
              {
                label: t('since'),
                cell: ({ claimable_since: since }) => <TimeText value={since} />,
              },
            ]}
          />
        </>
      )}
    </PageSection>
  )
}

function Backlog({ shard: { backlog } }: { shard: Shard }) {
  const t = useTranslations('settings.instance.queues')
  if (!backlog) return <Unread />
  const fact = (label: string, value: number) => ({ label, value: <CappedNumber value={value} /> })
  return (
    <Facts
      facts={[
        fact(t('messages'), backlog.messages_queued),
        fact(t('payloads'), backlog.payloads_pending),
        fact(t('unrouted'), backlog.payloads_unrouted),
        fact(t('deliveries'), backlog.deliveries_pending),
        fact(t('endpoints'), backlog.endpoints_disabled),
      ]}
    />
  )
}

import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ConfirmAction } from '../../../components/confirm-action.tsx'
import { CopyId } from '../../../components/copy-id.tsx'
import { FactsTable } from '../../../components/facts-table.tsx'
import { PageSection } from '../../../components/page-section.tsx'
import { StatusText } from '../../../components/status-text.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { api } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { CappedNumber } from './capped-number.tsx'
import type { Instance, Shard } from './find-problems.ts'
import { Unread } from './unread.tsx'
import { useWorkspaceName, WorkspaceName } from './workspace-name.tsx'

type Endpoint = NonNullable<Shard['endpoints']>[number]

/** Shows the webhook endpoints that fail, without their URLs, which belong to the workspaces, and disables one. */
export function FailingEndpoints(props: { shard: Shard; workspaces: Instance['workspaces'] }) {
  const { shard, workspaces } = props
  const t = useTranslations('settings.instance.endpoints')
  const nameOf = useWorkspaceName(workspaces)
  const [asked, setAsked] = useState<Endpoint | null>(null)
  const { endpoints } = shard
  return (
    <PageSection title={t('title')}>
      {!endpoints ? (
        <Unread />
      ) : (
        <FactsTable
          none={t('none')}
          label={t('title')}
          rows={endpoints}
          keyOf={({ id }) => id}
          columns={[
            {
              label: t('workspace'),
              cell: ({ workspace_id: id }) => <WorkspaceName id={id} workspaces={workspaces} />,
            },
            { label: t('endpoint'), cell: ({ id }) => <CopyId id={id} /> },
            {
              label: t('status'),
              cell: ({ status, disabled_reason: reason, failing_since: since }) =>
                status === 'disabled' ? (
                  <StatusText tone="bad">{t(`disabled.${reason ?? 'manual'}`)}</StatusText>
                ) : (
                  <StatusText tone={since === null ? 'good' : 'busy'}>{t('enabled')}</StatusText>
                ),
            },
            {
              label: t('since'),
              cell: ({ failing_since: since }) =>
                since === null ? '–' : <TimeText value={since} />,
            },
            {
              label: t('deliveries'),
              cell: ({ failed_deliveries: count }) => <CappedNumber value={count} />,
              isNumber: true,
            },
            {
              label: t('action'),
              cell: (endpoint) =>
                endpoint.status === 'enabled' && (
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={t('disableOf', {
                      id: endpoint.id,
                      name: nameOf(endpoint.workspace_id),
                    })}
                    onClick={() => setAsked(endpoint)}
                  >
                    {t('disable')}
                  </Button>
                ),
            },
          ]}
        />
      )}
      <ConfirmAction
        item={asked}
        title={t('askTitle')}
        text={t('askText', { name: nameOf(asked?.workspace_id ?? '') })}
        confirmLabel={t('disable')}
        run={({ id, workspace_id: workspaceId }) =>
          api.post(`/api/operator/workspaces/${workspaceId}/endpoints/${id}/disable`)
        }
        done={t('done')}
        failed={t('failed')}
        onDone={() => void queryClient.invalidateQueries({ queryKey: ['instance'] })}
        onClose={() => setAsked(null)}
      />
    </PageSection>
  )
}

import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { notifyDone, notifyError } from '../../../components/notify.ts'
import { PageSection } from '../../../components/page-section.tsx'
import { api } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { CappedNumber } from './capped-number.tsx'
import { FactsTable } from './facts-table.tsx'
import type { Instance, Shard } from './find-problems.ts'
import { Unread } from './unread.tsx'
import { useWorkspaceName, WorkspaceName } from './workspace-name.tsx'

/** The most payloads that are processed again at a time. */
const REPROCESSED_MAX = 10_000

/** Shows the workspaces with failed payloads and deliveries, and reprocesses the payloads of one. */
export function FailedWork(props: { shard: Shard; workspaces: Instance['workspaces'] }) {
  const { shard, workspaces } = props
  const t = useTranslations('settings.instance.failures')
  const format = useFormatter()
  const nameOf = useWorkspaceName(workspaces)
  const [asked, setAsked] = useState<string | null>(null)
  const reprocess = useMutation({
    mutationFn: (id: string) =>
      api.post<{ offered: number }>(`/api/operator/workspaces/${id}/reprocess-payloads`, {}),
    onSuccess: ({ offered }) => {
      void queryClient.invalidateQueries({ queryKey: ['instance'] })
      notifyDone(t('done', { count: offered }))
      setAsked(null)
    },
    onError: (err) => notifyError(t('failed'), err),
  })
  const { failures } = shard
  return (
    <PageSection title={t('title')} gap="sm">
      {!failures ? (
        <Unread />
      ) : failures.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('none')}
        </Text>
      ) : (
        <>
          <FactsTable
            label={t('title')}
            rows={failures}
            keyOf={({ workspace_id: id }) => id}
            columns={[
              {
                label: t('workspace'),
                cell: ({ workspace_id: id }) => <WorkspaceName id={id} workspaces={workspaces} />,
              },
              {
                label: t('payloads'),
                cell: ({ payloads }) => <CappedNumber value={payloads} />,
                isNumber: true,
              },
              {
                label: t('deliveries'),
                cell: ({ deliveries }) => <CappedNumber value={deliveries} />,
                isNumber: true,
              },
              {
                label: t('action'),
                cell: ({ workspace_id: id, payloads }) =>
                  payloads > 0 && (
                    <Button
                      variant="default"
                      size="xs"
                      aria-label={t('reprocessOf', { name: nameOf(id) })}
                      onClick={() => setAsked(id)}
                    >
                      {t('reprocess')}
                    </Button>
                  ),
              },
            ]}
          />
          {failures.some(({ deliveries }) => deliveries > 0) && (
            <Text size="sm" c="dimmed">
              {t('hint')}
            </Text>
          )}
        </>
      )}
      <ConfirmDialog
        opened={asked !== null}
        title={t('askTitle')}
        text={t('askText', {
          name: nameOf(asked ?? ''),
          max: format.number(REPROCESSED_MAX),
        })}
        confirmLabel={t('reprocess')}
        isPending={reprocess.isPending}
        onConfirm={() => asked !== null && reprocess.mutate(asked)}
        onClose={() => setAsked(null)}
      />
    </PageSection>
  )
}

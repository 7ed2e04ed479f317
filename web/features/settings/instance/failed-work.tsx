import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { ResentDeliveries } from '#instance/schema.ts'
import { ConfirmAction } from '../../../components/confirm-action.tsx'
import { FactsTable } from '../../../components/facts-table.tsx'
import { PageSection } from '../../../components/page-section.tsx'
import { api } from '../../../lib/api.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { CappedNumber } from './capped-number.tsx'
import type { Instance, Shard } from './find-problems.ts'
import { Unread } from './unread.tsx'
import { useWorkspaceName, WorkspaceName } from './workspace-name.tsx'

/** The most payloads that are processed again at a time. */
const REPROCESSED_MAX = 10_000

/** A workspace whose failed work the operator wants to repeat. */
type Asked = { id: string; what: 'payloads' | 'deliveries' }

/** Shows the workspaces with failed payloads and deliveries, and repeats those of one. */
export function FailedWork(props: { shard: Shard; workspaces: Instance['workspaces'] }) {
  const { shard, workspaces } = props
  const t = useTranslations('settings.instance.failures')
  const format = useFormatter()
  const nameOf = useWorkspaceName(workspaces)
  const [asked, setAsked] = useState<Asked | null>(null)
  const repeat = async ({ id, what }: Asked): Promise<string> => {
    const path = `/api/operator/workspaces/${id}`
    if (what === 'payloads') {
      const { offered } = await api.post<{ offered: number }>(`${path}/reprocess-payloads`)
      return t('done', { count: offered })
    }
    const { deliveries, disabled } = await api.post<ResentDeliveries>(`${path}/resend-deliveries`)
    return disabled > 0
      ? t('resentWithout', { count: deliveries, disabled })
      : t('resent', { count: deliveries })
  }
  const { failures } = shard
  const isOfPayloads = asked?.what !== 'deliveries'
  const name = nameOf(asked?.id ?? '')
  return (
    <PageSection title={t('title')} gap="sm">
      {!failures ? (
        <Unread />
      ) : (
        <FactsTable
          none={t('none')}
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
              cell: ({ workspace_id: id, payloads, deliveries }) => (
                <Group gap="xs" wrap="nowrap">
                  {payloads > 0 && (
                    <Button
                      variant="default"
                      size="xs"
                      aria-label={t('reprocessOf', { name: nameOf(id) })}
                      onClick={() => setAsked({ id, what: 'payloads' })}
                    >
                      {t('reprocess')}
                    </Button>
                  )}
                  {deliveries > 0 && (
                    <Button
                      variant="default"
                      size="xs"
                      aria-label={t('resendOf', { name: nameOf(id) })}
                      onClick={() => setAsked({ id, what: 'deliveries' })}
                    >
                      {t('resend')}
                    </Button>
                  )}
                </Group>
              ),
            },
          ]}
        />
      )}
      <ConfirmAction
        item={asked}
        title={t(isOfPayloads ? 'askTitle' : 'resendTitle')}
        text={
          isOfPayloads
            ? t('askText', { name, max: format.number(REPROCESSED_MAX) })
            : t('resendText', { name })
        }
        confirmLabel={t(isOfPayloads ? 'reprocess' : 'resend')}
        run={repeat}
        done={(message) => message}
        failed={({ what }) => t(what === 'payloads' ? 'failed' : 'notResent')}
        onDone={() => void queryClient.invalidateQueries({ queryKey: ['instance'] })}
        onClose={() => setAsked(null)}
      />
    </PageSection>
  )
}

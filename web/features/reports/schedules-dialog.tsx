import { Button, Group, Modal, Stack } from '@mantine/core'
import { IconPencil, IconSend, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { PAGE_SIZE } from '#shared/pages.ts'
import type { ReportSchedule } from '#reports/schedules/schema.ts'
import { ConfirmAction } from '../../components/confirm-action.tsx'
import { CustomerText } from '../../components/customer-text.tsx'
import { DimmedText } from '../../components/dimmed-text.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { Row, Rows } from '../../components/rows.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { useAction } from '../../components/use-action.ts'
import { api } from '../../lib/api.ts'
import { useFindMember } from '../../lib/members.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useIsAdmin, useSession } from '../../lib/session.ts'
import { useList } from '../../lib/use-list.ts'
import type { Wire } from '../../lib/wire.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'
import type { NewSchedule } from './schedule-dialog.tsx'

const PATH = '/api/app/report-schedules'

/** The dialog that lists scheduled reports, and schedules the report that the page shows: `shown`. */
export function SchedulesDialog({ shown, onClose }: { shown: NewSchedule; onClose: () => void }) {
  const t = useTranslations('reports.schedules')
  const [edited, setEdited] = useState<Wire<ReportSchedule> | 'new' | null>(null)
  const [deleting, setDeleting] = useState<Wire<ReportSchedule> | null>(null)
  const list = useList<Wire<ReportSchedule>>(['report-schedules'], PATH, {
    query: { limit: PAGE_SIZE.max },
  })
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['report-schedules'] })
  if (edited)
    return (
      <ScheduleDialog
        schedule={edited === 'new' ? null : edited}
        shown={shown}
        onSaved={refresh}
        onClose={() => setEdited(null)}
      />
    )
  return (
    <Modal opened onClose={onClose} title={t('title')} size="lg">
      <Stack>
        <DimmedText>{t('intro')}</DimmedText>
        <Rows label={t('title')} list={list} empty={<DimmedText>{t('empty')}</DimmedText>}>
          {(schedule) => (
            <ScheduleRow
              key={schedule.id}
              schedule={schedule}
              onEdit={() => setEdited(schedule)}
              onDelete={() => setDeleting(schedule)}
            />
          )}
        </Rows>
        <Group justify="flex-end">
          <Button onClick={() => setEdited('new')}>{t('create')}</Button>
        </Group>
      </Stack>
      <ConfirmAction
        item={deleting}
        title={t('deleteTitle')}
        text={t('deleteText')}
        confirmLabel={t('delete')}
        isDangerous
        run={({ id }) => api.delete(`${PATH}/${id}`)}
        done={t('deleted')}
        failed={t('deleteFailed')}
        onDone={refresh}
        onClose={() => setDeleting(null)}
      />
    </Modal>
  )
}

/** Shows a scheduled report: what is sent when to whom, and what the member can do with it. */
function ScheduleRow(props: {
  schedule: Wire<ReportSchedule>
  onEdit: () => void
  onDelete: () => void
}) {
  const { schedule, onEdit, onDelete } = props
  const t = useTranslations('reports.schedules')
  const tReports = useTranslations('reports')
  const find = useFindMember()
  const isAdmin = useIsAdmin()
  const me = useSession().membership.id
  const send = useAction({
    run: () => api.post(`${PATH}/${schedule.id}/send`, {}),
    done: t('sent'),
    failed: t('sendFailed'),
  })
  const report = tReports(`tabs.${schedule.report}`)
  const names = schedule.recipient_ids.flatMap((id) => find(id)?.name ?? [])
  return (
    <Row
      title={t(`summary.${schedule.every}`, {
        report,
        period: t(`periods.${schedule.period}`),
      })}
      sub={
        <>
          <span>
            {t('next')} <TimeText value={schedule.next_at} />
          </span>
          <CustomerText>{names.join(', ')}</CustomerText>
        </>
      }
      tail={
        <Group gap={4} wrap="nowrap">
          <IconButton label={t('sendNow', { report })} onClick={() => send.mutate()}>
            <IconSend size={18} aria-hidden />
          </IconButton>
          {(isAdmin || schedule.created_by === me) && (
            <>
              <IconButton label={t('edit', { report })} onClick={onEdit}>
                <IconPencil size={18} aria-hidden />
              </IconButton>
              <IconButton label={t('deleteOf', { report })} onClick={onDelete}>
                <IconTrash size={18} aria-hidden />
              </IconButton>
            </>
          )}
        </Group>
      }
    />
  )
}

import { Modal, Timeline } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'use-intl'
import type { Trail } from '#messages/trail-schema.ts'
import { ErrorState, LoadingRows } from '../../../components/states.tsx'
import { api } from '../../../lib/api.ts'
import type { Wire } from '../../../lib/wire.ts'
import { INBOX } from '../data/inbox-cache.ts'
import type { MessageItem } from '../data/types.ts'
import { dateFormat } from '../../../lib/day.ts'
import { lazyPartWithTexts } from '../../../lib/lazy-part-with-texts.ts'
import classes from './trail-dialog.module.css'

// Its texts are not part of the inbox's first files.
const MessageCharge = lazyPartWithTexts(
  async () => (await import('./message-charge.tsx')).MessageCharge,
)

/** Shows every step of a message and its charge, with advice about errors. */
export function TrailDialog(props: {
  message: MessageItem
  customer: string
  onClose: () => void
}) {
  const { message, customer, onClose } = props
  const t = useTranslations('inboxThread.trail')
  const trail = useQuery({
    queryKey: [...INBOX, 'trail', message.id, message.status],
    queryFn: ({ signal }) =>
      api.get<Wire<Trail>>(`/api/v1/messages/${message.id}/trail`, {}, signal),
  })
  return (
    <Modal opened onClose={onClose} title={t('title', { name: customer })}>
      {trail.isPending ? (
        <LoadingRows count={3} height={32} />
      ) : trail.isError ? (
        <ErrorState error={trail.error} onRetry={() => void trail.refetch()} />
      ) : (
        <>
          {trail.data.charge && <MessageCharge charge={trail.data.charge} />}
          <Timeline bulletSize={14} lineWidth={2} active={trail.data.steps.length}>
            {trail.data.steps.map((step, index) => (
              <Step key={index} step={step} />
            ))}
          </Timeline>
        </>
      )}
    </Modal>
  )
}

function Step({ step }: { step: Wire<Trail>['steps'][number] }) {
  const t = useTranslations('inboxThread.trail')
  const tStatus = useTranslations('inboxThread.status')
  const locale = useLocale()
  const time = (value: string) =>
    dateFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(value))
  const { kind, status, number, outcome, error, next_at } = step
  const isKnown =
    status === 'sent' || status === 'delivered' || status === 'read' || status === 'failed'
  const title =
    kind === 'attempt'
      ? t('attempt', { number: number ?? 1 })
      : kind === 'status'
        ? isKnown
          ? tStatus(status)
          : (status ?? '')
        : t(kind)
  return (
    <Timeline.Item title={title} color={error ? 'red' : undefined}>
      <p className={classes.detail}>
        <time dateTime={step.at}>{time(step.at)}</time>
        {outcome && ` · ${t(`outcomes.${outcome}`)}`}
      </p>
      {error && (
        <div className={classes.error}>
          <p>{error.message}</p>
          <p>{error.advice}</p>
          <p className={classes.detail}>{t('code', { code: error.code })}</p>
        </div>
      )}
      {next_at && <p className={classes.detail}>{t('next', { time: time(next_at) })}</p>}
    </Timeline.Item>
  )
}

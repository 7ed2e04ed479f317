import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { CustomerText } from '../../../components/customer-text.tsx'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import { useAction } from '../../../components/use-action.ts'
import { useSession } from '../../../lib/session.ts'
import { useFindTeam } from '../../../lib/teams.ts'
import { useMay } from '../../../lib/use-may.ts'
import { queuesQuery, takeNext } from '../data/queues.ts'
import type { Queue } from '../data/queues.ts'
import type { InboxPlace } from '../use-inbox-place.ts'

/** Shows how many customers of the member's teams wait without an assignee, and why; with a button that takes the next. */
export function QueueLines({ place }: { place: InboxPlace }) {
  const { data = [] } = useQuery(queuesQuery(useSession().membership.team_ids))
  const waiting = data.filter(({ waiting: { count } }) => count > 0)
  return waiting.map((queue) => <QueueLine key={queue.team_id} queue={queue} place={place} />)
}

function QueueLine({ queue, place }: { queue: Queue; place: InboxPlace }) {
  const t = useTranslations('inboxActions.queue')
  const mayTake = useMay()('chats:write')
  const team = useFindTeam()(queue.team_id)
  const take = useAction({
    run: () => takeNext([queue.team_id]),
    failed: t('takeFailed'),
    onDone: (chat) => chat && place.openChat(chat.id),
  })
  if (!team) return null
  const { waiting, reason } = queue
  const name = { team: team.name, count: waiting.count }
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs" mt={6}>
      <DimmedText>
        <CustomerText>{t(waiting.is_capped ? 'waitingCapped' : 'waiting', name)}</CustomerText>
        {reason && `, ${t(`reasons.${reason}`)}`}
      </DimmedText>
      {mayTake && (
        <Button
          size="compact-sm"
          variant="light"
          style={{ flex: 'none' }}
          aria-label={t('takeOf', { team: team.name })}
          loading={take.isPending}
          onClick={() => take.mutate()}
        >
          {t('take')}
        </Button>
      )}
    </Group>
  )
}

import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { CustomerText } from '../../../components/customer-text.tsx'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import { useCommands } from '../../../lib/commands.ts'
import { useSession } from '../../../lib/session.ts'
import { useShortcuts } from '../../../lib/shortcuts.ts'
import { useFindTeam } from '../../../lib/teams.ts'
import { useMay } from '../../../lib/use-may.ts'
import { queuesQuery } from '../data/queues.ts'
import type { Queue } from '../data/queues.ts'
import type { InboxPlace } from '../use-inbox-place.ts'
import { useTakeNext } from './use-take-next.ts'

/**
 * Registers the key that takes the conversation that waits longest in the teams of the member. In the view of these teams, shows how many
 * customers wait without an assignee, and why; with a button that takes the next.
 */
export function QueueLines({ place }: { place: InboxPlace }) {
  const teamIds = useSession().membership.team_ids
  const mayTake = useMay()('chats:write')
  const t = useTranslations('queues')
  const tActions = useTranslations('inboxActions')
  const take = useTakeNext(place)
  const run = () => take.mutate(teamIds)
  const key = { id: 'inbox_take_next' as const, label: t('takeNext'), run }
  useShortcuts(mayTake ? [{ ...key, group: tActions('groups.list') }] : [])
  useCommands(mayTake ? [{ ...key, id: 'inbox-take-next', shortcut: key.id }] : [])
  return place.view === 'my_teams' && <Lines place={place} teamIds={teamIds} mayTake={mayTake} />
}

function Lines(props: { place: InboxPlace; teamIds: readonly string[]; mayTake: boolean }) {
  const { data = [] } = useQuery(queuesQuery(props.teamIds))
  const waiting = data.filter(({ waiting: { count } }) => count > 0)
  return waiting.map((queue) => <QueueLine key={queue.team_id} queue={queue} {...props} />)
}

function QueueLine({
  queue,
  place,
  mayTake,
}: {
  queue: Queue
  place: InboxPlace
  mayTake: boolean
}) {
  const t = useTranslations('queues')
  const team = useFindTeam()(queue.team_id)
  const take = useTakeNext(place)
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
          onClick={() => take.mutate([queue.team_id])}
        >
          {t('take')}
        </Button>
      )}
    </Group>
  )
}

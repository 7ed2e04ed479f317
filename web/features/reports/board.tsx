import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Board as Shape } from '#assignment/schema.ts'
import { AvailabilityDot } from '../../components/availability/member-face.tsx'
import { CustomerText } from '../../components/customer-text.tsx'
import { FactsTable } from '../../components/facts-table.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { api } from '../../lib/api.ts'
import type { Wire } from '../../lib/wire.ts'
import { CountLink } from './count-link.tsx'
import { ReportFrame } from './report-frame.tsx'
import classes from './reports.module.css'
import { useFormats } from './use-formats.ts'

type Team = Pick<Wire<Shape>['teams'][number], 'waiting' | 'oldest_waiting_since'> & {
  id: string | null
  name: string | null
  there: string
  reason: string
}

/** How often the board is read again, in ms, while it is shown. */
const REFRESH_MS = 10_000

/** Shows what waits now in each team, and what each member has. */
export function Board() {
  const t = useTranslations('reports.board')
  const tQueues = useTranslations('queues.reasons')
  const tAvailability = useTranslations('availability.states')
  const { count } = useFormats()
  const board = useQuery({
    queryKey: ['reports', 'board'],
    queryFn: ({ signal }) => api.get<Wire<Shape>>('/api/v1/board', {}, signal),
    refetchInterval: REFRESH_MS,
  })
  const since = (time: string | null) => (time === null ? '–' : <TimeText value={time} />)
  const toTeams = ({ teams, without_team }: Wire<Shape>): Team[] => [
    ...teams.map(({ team_id: id, name, available, with_room, reason, ...queue }) => ({
      ...queue,
      id,
      name,
      there: t('there', { available, withRoom: with_room }),
      reason: reason === null ? '' : tQueues(reason),
    })),
    { ...without_team, id: null, name: null, there: '–', reason: '' },
  ]
  return (
    <ReportFrame report={board} isEmpty={() => false} emptyText="">
      {(data) => (
        <>
          <h2 className={classes.heading}>{t('teams')}</h2>
          <FactsTable<Team>
            label={t('teams')}
            rows={toTeams(data)}
            keyOf={({ id }) => id ?? ''}
            columns={[
              {
                label: t('team'),
                cell: ({ name }) =>
                  name === null ? (
                    <span className={classes.quiet}>{t('noTeam')}</span>
                  ) : (
                    <CustomerText>{name}</CustomerText>
                  ),
              },
              {
                label: t('waiting'),
                isNumber: true,
                cell: ({ id, waiting }) => (
                  <CountLink
                    to="/inbox"
                    search={{ view: 'unassigned', team_id: id ?? 'none', waiting: true }}
                    value={`${count(waiting.count)}${waiting.is_capped ? '+' : ''}`}
                  />
                ),
              },
              {
                label: t('oldest'),
                cell: ({ oldest_waiting_since: time }) => since(time),
              },
              { label: t('online'), cell: ({ there }) => there },
              { label: t('why'), cell: ({ reason }) => reason },
            ]}
          />
          <h2 className={classes.heading}>{t('members')}</h2>
          <FactsTable
            label={t('members')}
            rows={data.members}
            keyOf={({ member_id: id }) => id}
            columns={[
              { label: t('member'), cell: ({ name }) => <CustomerText>{name}</CustomerText> },
              {
                label: t('now'),
                cell: ({ availability }) => (
                  <>
                    <AvailabilityDot state={availability} /> {tAvailability(availability)}
                  </>
                ),
              },
              {
                label: t('open'),
                isNumber: true,
                cell: ({ member_id: id, open, capacity, is_over_capacity: isOver }) => (
                  <>
                    {isOver && (
                      <Badge color="orange" variant="light" mr="xs">
                        {t('over')}
                      </Badge>
                    )}
                    <CountLink
                      to="/inbox"
                      search={{ view: 'all', assignee_id: id }}
                      value={capacity === null ? count(open) : t('openOf', { open, capacity })}
                    />
                  </>
                ),
              },
              {
                label: t('waiting'),
                isNumber: true,
                cell: ({ member_id: id, waiting }) => (
                  <CountLink
                    to="/inbox"
                    search={{ view: 'all', assignee_id: id, waiting: true }}
                    value={count(waiting)}
                  />
                ),
              },
              {
                label: t('oldest'),
                cell: ({ oldest_waiting_since: time }) => since(time),
              },
            ]}
          />
        </>
      )}
    </ReportFrame>
  )
}

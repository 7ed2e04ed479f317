import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { BulkChange } from '../../lib/bulk-actions.ts'
import { useFindBot } from '../../lib/bots.ts'
import { tagsQuery } from '../../lib/tags.ts'
import { useTypeName } from '../../lib/ticket-types.ts'
import { useFindTeam } from '../../lib/teams.ts'
import type { Ticket } from '../../lib/tickets.ts'
import { useTimes } from '../../lib/use-times.ts'
import { useTicketLabels } from '../tickets/use-ticket-labels.ts'

/** Returns a function that describes a bulk action: `done` says what was done, and `ask` what will be done. */
export function useBulkWords(): (key: 'done' | 'ask', change: BulkChange) => string {
  const t = useTranslations('bulk')
  const labels = useTicketLabels()
  const findTeam = useFindTeam()
  // The dialog in which a bot was chosen has loaded them.
  const findBot = useFindBot(false)
  const typeName = useTypeName()
  const { toMinute } = useTimes()
  const { data: tags } = useQuery(tagsQuery)
  function nameOf(field: string, value: string): string {
    switch (field) {
      case 'assignee_id':
      case 'member_id':
        return findBot(value)?.name ?? labels.assignee(value)
      case 'team_id':
        return findTeam(value)?.name ?? ''
      case 'tag_id':
        return tags?.find(({ id }) => id === value)?.name ?? ''
      case 'type_id':
        return typeName(value) ?? ''
      case 'status':
        return labels.status(value as Ticket['status'])
      case 'priority':
        return labels.priority(value as Ticket['priority'])
      case 'survivor_id':
        return ''
      default:
        return toMinute(value)
    }
  }
  return (key, { subject, action, parameters, count }) => {
    const [field = '', value] = Object.entries(parameters)[0] ?? []
    return t(key, {
      action: value === null ? `${action}_nothing` : action,
      things: t('things', { subject, count }),
      value: value ? nameOf(field, value) : '',
    })
  }
}

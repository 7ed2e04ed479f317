import { useLocale, useTranslations } from 'use-intl'
import { MarkChip } from '../../components/mark-chip.tsx'
import { useTicking } from '../../components/short-time.tsx'
import { untilTime, useToday } from '../../lib/day.ts'
import { urgencyOf } from './data/filters.ts'
import type { Chat } from './data/types.ts'

const TONES = { on_time: 'quiet', at_risk: 'waiting', breached: 'urgent' } as const

/**
 * Shows when the next SLA target of a conversation is or was due, and how urgent it is. `name`: of the target, where another time is
 * shown beside it.
 */
export function SlaMark({ sla, name }: { sla: NonNullable<Chat['sla']>; name?: string }) {
  const t = useTranslations('inbox.sla')
  const locale = useLocale()
  const time = untilTime(sla.due_at, useToday(), locale)
  const urgency = useTicking(() => urgencyOf(sla))
  return (
    <MarkChip
      tone={TONES[urgency]}
      label={[name, t(urgency, { time })].filter(Boolean).join(' · ')}
    >
      {name && `${name} `}
      {urgency === 'breached' ? '!' : '◷'} {time}
    </MarkChip>
  )
}

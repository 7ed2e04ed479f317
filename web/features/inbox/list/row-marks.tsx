import type { ReactNode } from 'react'
import { IconAlertCircle, IconRobot, IconSparkles } from '@tabler/icons-react'
import { useLocale, useTranslations } from 'use-intl'
import { SlaMark } from '../sla-mark.tsx'
import { MarkChip, MarkGlyph } from '../../../components/mark-chip.tsx'
import { untilTime, useToday } from '../../../lib/day.ts'
import { otherHolder } from '../data/holder.ts'
import type { Chat } from '../data/types.ts'

/** A mark of a row: renders nothing for a conversation that it does not concern. */
type RowMark = (props: { chat: Chat; hasDraft: boolean }) => ReactNode

/** The marks before a row's time, on its first line: few letters that say how urgent it is. */
const CHIPS: readonly RowMark[] = [SlaChip, PriorityChip, SnoozeChip]

/** The marks after a row's preview, on its second line: icons of 16 pixels. */
const GLYPHS: readonly RowMark[] = [HolderGlyph, ProposedReplyGlyph, FailedGlyph]

/** Shows the chips of a row. */
export function RowChips(props: Parameters<RowMark>[0]) {
  return CHIPS.map((Mark, at) => <Mark key={at} {...props} />)
}

/** Shows the icons of a row. */
export function RowGlyphs(props: Parameters<RowMark>[0]) {
  return GLYPHS.map((Mark, at) => <Mark key={at} {...props} />)
}

function SlaChip({ chat: { sla } }: { chat: Chat }) {
  return sla && <SlaMark sla={sla} />
}

const ARROWS = { low: '↓', medium: '→', high: '↑', urgent: '⇈' }

function PriorityChip({ chat: { priority } }: { chat: Chat }) {
  const t = useTranslations('inbox')
  return (
    priority && (
      <MarkChip
        label={t('priority', { priority })}
        {...(priority === 'urgent' && { tone: 'urgent' })}
      >
        {ARROWS[priority]}
      </MarkChip>
    )
  )
}

function SnoozeChip({ chat }: { chat: Chat }) {
  const { status, snoozed_until: until, remind_if_unanswered: reminds } = chat
  const t = useTranslations('inbox.row')
  const locale = useLocale()
  const today = useToday()
  if (status !== 'snoozed' || !until) return null
  const time = untilTime(until, today, locale)
  const label = t(reminds ? 'remindsAt' : 'snoozedUntil', { time })
  return (
    <MarkChip label={label}>
      {reminds ? '⏰' : '↺'} {time}
    </MarkChip>
  )
}

function HolderGlyph({ chat }: { chat: Chat }) {
  const t = useTranslations('inbox.holder')
  const holder = otherHolder(chat, new Date())
  if (!holder) return null
  return (
    <MarkGlyph label={t(holder)}>
      <IconRobot size={16} stroke={1.5} aria-hidden />
    </MarkGlyph>
  )
}

function ProposedReplyGlyph({ hasDraft }: { hasDraft: boolean }) {
  const t = useTranslations('inbox.row')
  if (!hasDraft) return null
  return (
    <MarkGlyph label={t('draft')}>
      <IconSparkles size={16} stroke={1.5} aria-hidden />
    </MarkGlyph>
  )
}

function FailedGlyph({ chat }: { chat: Chat }) {
  const t = useTranslations('inbox.row')
  if (chat.last_message?.status !== 'failed') return null
  return (
    <MarkGlyph label={t('notSent')} tone="urgent">
      <IconAlertCircle size={16} aria-hidden />
    </MarkGlyph>
  )
}

import type { ReactNode } from 'react'
import { useFormatter, useLocale, useNow, useTranslations } from 'use-intl'
import { MarkChip } from '../../../components/mark-chip.tsx'
import { TagPill } from '../../../components/tag-pill.tsx'
import { untilTime, useToday } from '../../../lib/day.ts'
import { useFindMember } from '../../../lib/members.ts'
import { otherHolder } from '../data/holder.ts'
import type { Chat } from '../data/types.ts'
import { openDialog } from '../dialogs.ts'
import classes from './header-marks.module.css'

/** A mark of the header: renders nothing for a conversation that it does not concern. */
type HeaderMark = (props: { chat: Chat }) => ReactNode

/** The marks below the name, in order; what is urgent comes first. */
const MARKS: readonly HeaderMark[] = [
  HolderMark,
  SnoozeMark,
  ClosedMark,
  ParticipantsMark,
  TagMarks,
]

/** Shows the states of the conversation and its tags on a line of their own, which has no height while it is empty. */
export function HeaderMarks({ chat }: { chat: Chat }) {
  return (
    <div className={classes.marks}>
      {MARKS.map((Mark, at) => (
        <Mark key={at} chat={chat} />
      ))}
    </div>
  )
}

function HolderMark({ chat }: { chat: Chat }) {
  const t = useTranslations('inbox.holder')
  const holder = otherHolder(chat, useNow({ updateInterval: 10_000 }))
  return holder && <MarkChip>{t(holder)}</MarkChip>
}

function SnoozeMark({ chat }: { chat: Chat }) {
  const { status, snoozed_until: until, remind_if_unanswered: reminds } = chat
  const t = useTranslations('inboxHeader')
  const locale = useLocale()
  const today = useToday()
  if (status !== 'snoozed' || until === null) return null
  const time = untilTime(until, today, locale)
  return <MarkChip>{t(reminds ? 'remindsAt' : 'snoozedUntil', { time })}</MarkChip>
}

function ClosedMark({ chat }: { chat: Chat }) {
  const t = useTranslations('inboxHeader')
  return chat.status === 'closed' && <MarkChip>{t('isClosed')}</MarkChip>
}

function ParticipantsMark({ chat }: { chat: Chat }) {
  const t = useTranslations('inboxHeader')
  const format = useFormatter()
  const findMember = useFindMember()
  const names = chat.participant_ids.flatMap((id) => findMember(id)?.name ?? [])
  if (names.length === 0) return null
  return (
    <button
      type="button"
      className={classes.button}
      onClick={() => openDialog({ kind: 'participants', chat })}
    >
      <MarkChip>{t('takesPart', { names: format.list(names), count: names.length })}</MarkChip>
    </button>
  )
}

function TagMarks({ chat }: { chat: Chat }) {
  return chat.tags.map((tag) => <TagPill key={tag.id} tag={tag} />)
}

import { memo } from 'react'
import { useTranslations } from 'use-intl'
import { isSameGroup, timeOf } from '../data/rows.ts'
import type { Row } from '../data/rows.ts'
import { useDayName } from '../../../components/use-day-name.ts'
import { dayOf } from '../../../lib/day.ts'
import { useFindBot } from '../../../lib/bots.ts'
import { ChangeRow, isPartOfHandOver } from './change-row.tsx'
import { MessageRow } from './message-row.tsx'
import { NoteRow } from './note-row.tsx'
import { OutgoingRow } from './outgoing-row.tsx'
import type { RowContext } from './thread-context.ts'
import classes from './thread-pane.module.css'

type Props = {
  row: Row
  before: Row | undefined
  after: Row | undefined
  /** Our reaction to the message. */
  reaction: string | null
  isRetried: boolean
  context: RowContext
}

/** Shows a row of a thread, preceded by the day or the unread mark where they start. */
export const ThreadRow = memo(function ThreadRow(props: Props) {
  const { row, before, context } = props
  const t = useTranslations('inboxThread')
  const day = dayOf(new Date(timeOf(row)))
  const isNewDay = !before || dayOf(new Date(timeOf(before))) !== day
  const isUnread = row.kind === 'item' && row.item.id === context.unreadId
  return (
    <div className={classes.row} data-item={row.kind === 'item' ? row.item.id : undefined}>
      {isNewDay && <DayMark day={day} time={timeOf(row)} context={context} />}
      {isUnread && (
        <div className={classes.unread} role="separator" data-unread-mark>
          <span>{t('unread', { count: context.unreadCount })}</span>
        </div>
      )}
      <Content {...props} isFirst={isNewDay || !isSameGroup(before, row)} />
    </div>
  )
})

function Content(props: Props & { isFirst: boolean }) {
  const { row, after, isFirst, reaction, isRetried, context } = props
  const t = useTranslations('inboxThread')
  const { me, findMember, customer, locale, highlightId } = context
  const isLast = !isSameGroup(row, after)
  const isByBot =
    row.kind === 'item' && row.item.kind !== 'change' && row.item.author.type === 'bot'
  const findBot = useFindBot(isByBot)
  if (row.kind === 'outgoing') return <OutgoingRow entry={row.entry} isLast={isLast} />
  const { item } = row
  if (item.kind === 'change')
    return isPartOfHandOver(item) ? null : (
      <ChangeRow change={item} me={me} findMember={findMember} />
    )
  const nameOf = (id: string | null) => findMember(id)?.name ?? t('colleague')
  const botName = (id: string | null) => findBot(id)?.name ?? t('bot')
  const writerOf = ({ type, id }: { type: string; id: string | null }) => {
    if (type === 'bot') return botName(id)
    if (type === 'rule') return t('rule')
    return type === 'api_key' ? t('apiKey') : nameOf(id)
  }
  if (item.kind === 'note') {
    const isOwn = item.author.type === 'member' && item.author.id === me
    return (
      <NoteRow
        note={item}
        author={writerOf(item.author)}
        isOwn={isOwn}
        mayEdit={isOwn || context.isAdmin}
        findMember={findMember}
        isHighlighted={item.id === highlightId}
        locale={locale}
      />
    )
  }
  const author = () => {
    if (item.direction === 'inbound') return null
    if (item.standby) return t('standbyAuthor')
    if (item.origin !== null) return t(item.origin)
    const { type, id } = item.author
    if (type === 'api_key') return t('apiKey')
    if (type === 'system') return t('system')
    if (type === 'bot') return botName(id)
    if (type === 'rule') return t('rule')
    return type === 'member' && id !== me ? nameOf(id) : null
  }
  return (
    <MessageRow
      message={item}
      author={author()}
      isFirst={isFirst}
      reaction={reaction}
      customer={customer}
      isRetried={isRetried}
      isLast={isLast}
      isHighlighted={item.id === highlightId}
      locale={locale}
    />
  )
}

function DayMark({ day, time, context }: { day: number; time: string; context: RowContext }) {
  const toDayName = useDayName(context.today)
  return (
    <div className={classes.day} role="separator" data-day={day}>
      <span>{toDayName(new Date(time))}</span>
    </div>
  )
}

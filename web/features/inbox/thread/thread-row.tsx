import { memo } from 'react'
import { useTranslations } from 'use-intl'
import { isSameGroup } from '../data/rows.ts'
import type { Marks, Row } from '../data/rows.ts'
import { firstOf, lastOf } from '../data/shown-rows.ts'
import type { ShownRow } from '../data/shown-rows.ts'
import { useFindBot } from '../../../lib/bots.ts'
import { ChangeRow, isPartOfHandOver } from './change-row.tsx'
import { ImagesRow } from './images-row.tsx'
import { MessageRow } from './message-row.tsx'
import { NoteRow } from './note-row.tsx'
import { OutgoingRow } from './outgoing-row.tsx'
import type { RowContext } from './thread-context.ts'
import classes from './thread-pane.module.css'

type Props = {
  /** The key of its last row, which it keeps when older rows join it. */
  rowKey: string
  row: ShownRow
  before: Row | undefined
  after: Row | undefined
  isFirstOfDay: boolean
  /** Our reaction to the message. */
  reaction: string | null
  /** The marks of the messages in a group. */
  marks: Marks | null
  isRetried: boolean
  context: RowContext
}

/** Shows a row of a thread, preceded by the unread mark where it starts. */
export const ThreadRow = memo(function ThreadRow(props: Props) {
  const { rowKey, row, before, isFirstOfDay, context } = props
  const t = useTranslations('inboxThread')
  const first = firstOf(row)
  const isUnread = first.kind === 'item' && first.item.id === context.unreadId
  return (
    <div
      className={classes.row}
      data-row={rowKey}
      data-item={row.kind === 'item' ? row.item.id : undefined}
    >
      {isUnread && (
        <div className={classes.unread} role="separator" data-unread-mark>
          <span>{t('unread', { count: context.unreadCount })}</span>
        </div>
      )}
      <Content {...props} isFirst={isFirstOfDay || !isSameGroup(before, first)} />
    </div>
  )
})

function Content(props: Props & { isFirst: boolean }) {
  const { row: shown, after, isFirst, reaction, marks, isRetried, context } = props
  const t = useTranslations('inboxThread')
  const { me, findMember, customer, locale, highlightId } = context
  const row = firstOf(shown)
  const isLast = !isSameGroup(lastOf(shown), after)
  const isByBot =
    row.kind === 'item' && row.item.kind !== 'change' && row.item.author.type === 'bot'
  const findBot = useFindBot(isByBot)
  if (row.kind === 'outgoing' && shown.kind !== 'images')
    return <OutgoingRow entry={row.entry} isLast={isLast} />
  const item = row.kind === 'item' ? row.item : null
  if (item?.kind === 'change')
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
  if (item?.kind === 'note') {
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
    if (!item || item.direction === 'inbound') return null
    if (item.standby) return t('standbyAuthor')
    if (item.origin !== null) return t(item.origin)
    const { type, id } = item.author
    if (type === 'api_key') return t('apiKey')
    if (type === 'system') return t('system')
    if (type === 'bot') return botName(id)
    if (type === 'rule') return t('rule')
    return type === 'member' && id !== me ? nameOf(id) : null
  }
  if (shown.kind === 'images' && marks)
    return (
      <ImagesRow
        rows={shown.rows}
        author={author()}
        {...{ isFirst, isLast, marks, customer, highlightId, locale }}
      />
    )
  return (
    item && (
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
  )
}

import { IconLock, IconPencil } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { Member } from '../../../lib/members.ts'
import type { NoteItem } from '../data/types.ts'
import { clockTime, fullTime } from '../../../lib/day.ts'
import { FormattedText } from '../../../components/formatted-text.tsx'
import { Linked } from '../../../components/linked.tsx'
import { LongText } from './message-text.tsx'
import { useThreadActions } from './thread-context.ts'
import classes from './message.module.css'

/** Shows a note among the messages, styled differently and marked as visible to the team only. */
export function NoteRow(props: {
  note: NoteItem
  author: string
  isOwn: boolean
  mayEdit: boolean
  findMember: (id: string | null) => Member | undefined
  isHighlighted: boolean
  locale: string
}) {
  const { note, author, isOwn, mayEdit, findMember, isHighlighted, locale } = props
  const t = useTranslations('inboxThread.note')
  const tThread = useTranslations('inboxThread')
  const { openNote } = useThreadActions()
  if (note.deleted_at)
    return (
      <p className={classes.line}>
        <span>{t('deleted')}</span>
      </p>
    )
  const names = note.mentions.flatMap((id) => findMember(id)?.name ?? [])
  return (
    <article className={classes.note} data-note={note.id} data-highlighted={isHighlighted}>
      <header className={classes.noteHead}>
        <IconLock size={14} aria-hidden />
        <span title={t('onlyHere')}>{isOwn ? t('own') : t('by', { name: author })}</span>
        {note.edited_at && <span>{tThread('edited')}</span>}
        <time dateTime={note.created_at} title={fullTime(note.created_at, locale)}>
          {clockTime(note.created_at, locale)}
        </time>
        {mayEdit && (
          <button
            type="button"
            className={classes.noteEdit}
            aria-label={t('edit')}
            onClick={() => openNote(note)}
          >
            <IconPencil size={15} aria-hidden />
          </button>
        )}
      </header>
      <LongText text={note.text}>
        <Mentions text={note.text} names={names} />
      </LongText>
    </article>
  )
}

/** Shows the text of a note with the mentioned names highlighted. */
function Mentions({ text, names }: { text: string; names: string[] }) {
  if (names.length === 0) return <FormattedText text={text} />
  const escaped = names
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const mention = new RegExp(`(@(?:${escaped.join('|')}))`, 'u')
  const write = (each: string) =>
    each.split(mention).map((part, index) =>
      index % 2 === 1 ? (
        <strong key={index} className={classes.mention}>
          {part}
        </strong>
      ) : (
        <Linked key={index} text={part} />
      ),
    )
  return <FormattedText text={text} write={write} />
}

import { useTranslations } from 'use-intl'
import { removeFormatting } from '#shared/formatted-text.ts'
import { CustomerText } from '../../../components/customer-text.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import classes from './contact-pane.module.css'
import type { TimelineEntry } from '../../../lib/contacts.ts'
import { formatPhone } from '../../../lib/format-phone.ts'
import { useSourceName } from '../../../lib/use-source-name.ts'

const SHOWN_MAX = 300

/** Shows timeline entries of a contact, newest first. */
export function TimelineRows({ entries, none }: { entries: TimelineEntry[]; none: string }) {
  if (entries.length === 0) return <p className={classes.none}>{none}</p>
  return (
    <ol className={classes.rows}>
      {entries.map((entry) => (
        <li key={entry.id} className={classes.entry}>
          <EntryText entry={entry} />
          <span className={classes.rowDetail}>
            <TimeText value={entry.occurred_at} />
          </span>
        </li>
      ))}
    </ol>
  )
}

function EntryText({ entry: { kind, data } }: { entry: TimelineEntry }) {
  const t = useTranslations('personPane')
  const text = describeEntry(kind, data, useSourceName())
  const title = t(`timeline.${kind}`)
  return (
    <span className={classes.rowTitle}>
      {title}
      {text !== null && (
        <>
          {': '}
          <CustomerText>{text.slice(0, SHOWN_MAX)}</CustomerText>
        </>
      )}
    </span>
  )
}

/** Returns the text of an entry besides its kind, if it has any. */
function describeEntry(
  kind: TimelineEntry['kind'],
  data: Record<string, unknown>,
  sourceOf: (source: string) => string,
): string | null {
  const text = (name: string) => (typeof data[name] === 'string' ? data[name] : null)
  const source = text('source')
  switch (kind) {
    case 'lead':
      return [source && sourceOf(source), text('campaign')].filter(Boolean).join(' · ') || null
    case 'ticket':
      return text('title')
    case 'note':
    case 'message':
      return removeFormatting(text('text') ?? '') || null
    case 'form':
      return text('message') ?? text('form_name')
    case 'preference':
      return data['category'] === 'marketing_messages'
        ? text('text')
        : [text('category'), text('value')].filter(Boolean).join(' · ') || null
    case 'identity_change':
    case 'identity_conflict':
      return formatPhone(text('value') ?? text('phone_e164') ?? text('email') ?? '') || null
    case 'merge':
      return text('name')
  }
}

import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconForms,
  IconGitMerge,
  IconIdBadge2,
  IconMessage,
  IconNote,
  IconSend,
  IconSettings,
  IconTicket,
  IconUserPlus,
} from '@tabler/icons-react'
import { TextLink } from '../../components/text-link.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { removeFormatting } from '#shared/formatted-text.ts'
import { CustomerText } from '../../components/customer-text.tsx'
import { FormattedText } from '../../components/formatted-text.tsx'
import { TimeText } from '../../components/time-text.tsx'
import { useFindMember } from '../../lib/members.ts'
import type { ContactDetail, TimelineEntry } from '../../lib/contacts.ts'
import classes from './contacts.module.css'
import { useContactName } from '../../components/contact-name.tsx'
import { displayName } from '../../lib/display-name.ts'
import type { Named } from '../../lib/display-name.ts'
import { useSourceName } from '../../lib/use-source-name.ts'
import { useUndoMerge } from './use-undo-merge.ts'

const ICONS = {
  lead: IconUserPlus,
  ticket: IconTicket,
  note: IconNote,
  form: IconForms,
  identity_conflict: IconAlertTriangle,
  identity_change: IconIdBadge2,
  preference: IconSettings,
  merge: IconGitMerge,
  message: IconMessage,
}

/** Shows one entry of a contact's timeline. */
export function TimelineRow({ person, entry }: { person: ContactDetail; entry: TimelineEntry }) {
  const isOurs = entry.kind === 'message' && entry.data['direction'] === 'outbound'
  const Icon = isOurs ? IconSend : ICONS[entry.kind]
  return (
    <li className={classes.entry}>
      <Icon size={18} stroke={1.5} aria-hidden />
      <div>
        <EntryContent person={person} entry={entry} />{' '}
        <span className={classes.quiet}>
          · <TimeText value={entry.occurred_at} />
        </span>
        <ConversationLink entry={entry} />
        <More person={person} entry={entry} />
      </div>
    </li>
  )
}

/** Shows the link to the message or note in its conversation. */
function ConversationLink({ entry: { id, kind, data } }: { entry: TimelineEntry }): ReactNode {
  const t = useTranslations('contacts.timeline')
  const chatId = data['conversation_id']
  if ((kind !== 'note' && kind !== 'message') || typeof chatId !== 'string') return null
  return (
    <>
      <span className={classes.quiet}> · </span>
      <TextLink to={`/inbox/${chatId}`} search={kind === 'message' ? { message: id } : {}}>
        {t('inChat')}
      </TextLink>
    </>
  )
}

type Props = { person: ContactDetail; entry: TimelineEntry }

function EntryContent({ person, entry: { kind, data } }: Props): ReactNode {
  const t = useTranslations('contacts.timeline')
  const findMember = useFindMember()
  const toName = useContactName()
  const sourceOf = useSourceName()
  if (kind === 'lead') {
    if (data['import_id']) return t('leadImport', { row: toText(data['row']) })
    const source = sourceOf(toText(data['source']))
    const campaign = data['campaign']
    return typeof campaign === 'string'
      ? t('leadCampaign', { source, campaign })
      : t('lead', { source })
  }
  if (kind === 'ticket')
    return t.rich('ticket', {
      number: String(data['number']),
      title: toText(data['title']),
      link: (title) => (
        <TextLink underline="always" to={`/tickets/${String(data['ticket_id'])}`}>
          {title}
        </TextLink>
      ),
    })
  if (kind === 'note') {
    const author = data['author'] as { type: string; id: string | null } | undefined
    const member = author?.type === 'member' ? findMember(author.id) : undefined
    return member ? t('note', { author: member.name }) : t('noteBySomebody')
  }
  if (kind === 'merge') {
    const other = data as Named
    const name = displayName(other) === null ? t('mergedNobody') : toName(other)
    return isMerged(person, data) ? t('merge', { name }) : t('mergeUndone', { name })
  }
  if (kind === 'preference' && data['category'] === 'marketing_messages')
    return t(data['value'] === 'stop' ? 'marketingStopped' : 'marketingResumed')
  if (kind === 'message') return t(data['direction'] === 'outbound' ? 'sent' : 'received')
  return t(kind)
}

function More({ person, entry: { kind, data } }: Props): ReactNode {
  const t = useTranslations('contacts.timeline')
  const undo = useUndoMerge()
  if (kind === 'note' || kind === 'message') {
    const text = data['text']
    return (
      <div
        className={`${classes.entryText} ${kind === 'note' ? classes.note : ''}`}
        data-whole={kind === 'note'}
      >
        {typeof text === 'string' && text ? (
          <bdi dir="auto" className="customer-text">
            {kind === 'note' ? <FormattedText text={text} /> : removeFormatting(text)}
          </bdi>
        ) : (
          <span className={classes.quiet}>{t('noText')}</span>
        )}
      </div>
    )
  }
  if (kind === 'form')
    return (
      <dl className={classes.facts} style={{ marginTop: '0.25rem' }}>
        {Object.entries(toTexts(data)).map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>
              <CustomerText>{name}</CustomerText>
            </dt>
            <dd>
              <CustomerText>{value}</CustomerText>
            </dd>
          </div>
        ))}
      </dl>
    )
  if (kind === 'identity_conflict') {
    const [other] = (data['belongs_to'] as { person_id: string }[] | undefined) ?? []
    if (!other) return null
    return (
      <div>
        <TextLink to={`/contacts/${other.person_id}`}>{t('seeOther')}</TextLink>
      </div>
    )
  }
  if (kind === 'merge' && isMerged(person, data))
    return (
      <div>
        <Button
          size="compact-sm"
          variant="light"
          mt={4}
          loading={undo.isPending}
          onClick={() => undo.mutate(String(data['merge_id']))}
        >
          {t('undoMerge')}
        </Button>
      </div>
    )
  return null
}

function isMerged(person: ContactDetail, data: Record<string, unknown>): boolean {
  return person.merged_ids.includes(String(data['merged_id']))
}

/** Returns the submitted values that can be shown as text. */
function toTexts(data: Record<string, unknown>): Record<string, string> {
  const inner = data['fields'] ?? data['values'] ?? data
  return Object.fromEntries(
    Object.entries(inner as object).flatMap(([name, value]) =>
      ['string', 'number', 'boolean'].includes(typeof value) ? [[name, String(value)]] : [],
    ),
  )
}

function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

import { Badge } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { TextLink } from '../../../components/text-link.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { AllowedFields } from '../../../components/allowed-fields.tsx'
import { CustomerText } from '../../../components/customer-text.tsx'
import { ErrorState, LoadingRows } from '../../../components/states.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { Chat } from '../data/types.ts'
import { openDialog } from '../dialogs.ts'
import { Avatar } from '../../../components/avatar.tsx'
import { openNewMessage } from '../../../lib/new-message.ts'
import { formatIdentity } from '../../../lib/format-phone.ts'
import { useIdentityName } from '../../../lib/use-identity-name.ts'
import { usePersonName } from '../../../lib/use-visitor-name.ts'
import { useSourceName } from '../../../lib/use-source-name.ts'
import { IconButton } from '../../../components/icon-button.tsx'
import { ChatRows } from './chat-rows.tsx'
import { PaneSection } from './pane-section.tsx'
import { ContactFacts } from './contact-facts.tsx'
import classes from './contact-pane.module.css'
import { contactQuery } from '../../../lib/contacts.ts'
import { chatsQuery, ticketsQuery, timelineQuery, useContactLive } from './contact-queries.ts'
import type { ContactDetail } from '../../../lib/contacts.ts'
import { TicketRows } from './ticket-rows.tsx'
import { TimelineRows } from './timeline-rows.tsx'

/** The contact of a conversation: details, tickets, sources, history and other conversations. */
export function ContactPane({ chat, onClose }: { chat: Chat; onClose?: () => void }) {
  const t = useTranslations('personPane')
  const tShell = useTranslations('shell')
  const personId = chat.person.id
  useContactLive(personId)
  const person = useQuery(contactQuery(personId))
  const tickets = useQuery(ticketsQuery(personId))
  const leads = useQuery(timelineQuery(personId, 'leads'))
  const others = useQuery(timelineQuery(personId, 'others'))
  const chats = useQuery(chatsQuery(personId))
  const otherChats = chats.data?.data.filter(({ id }) => id !== chat.id)
  return (
    <div key={personId} className={classes.pane}>
      {onClose && (
        <IconButton label={t('close')} className={classes.close} onClick={onClose}>
          <IconX size={20} aria-hidden />
        </IconButton>
      )}
      {person.isPending ? (
        <LoadingRows count={5} height={32} />
      ) : person.isError ? (
        <ErrorState error={person.error} onRetry={() => void person.refetch()} />
      ) : (
        <>
          <ContactHead person={person.data} chat={chat} />
          <PaneSection name="details" title={t('details')}>
            <AllowedFields scope="contacts:write">
              <ContactFacts person={person.data} />
            </AllowedFields>
          </PaneSection>
          <PaneSection name="identities" title={t('identities')} isOpenAtFirst={false}>
            <Identities person={person.data} />
          </PaneSection>
        </>
      )}
      {/* How far down they are is known once the details are. */}
      {!person.isPending && (
        <>
          <PaneSection
            name="tickets"
            title={t('tickets')}
            count={tickets.data?.data.length}
            action={
              <IconButton
                label={t('createTicket')}
                onClick={() => openDialog({ kind: 'ticket', chat, message: null })}
              >
                <IconPlus size={18} aria-hidden />
              </IconButton>
            }
          >
            <Loaded query={tickets}>{({ data }) => <TicketRows tickets={data} />}</Loaded>
          </PaneSection>
          <PaneSection name="leads" title={t('leads')} count={leads.data?.data.length}>
            <Loaded query={leads}>
              {({ data }) => <TimelineRows entries={data} none={t('noLeads')} />}
            </Loaded>
          </PaneSection>
          <PaneSection name="timeline" title={t('timelineTitle')} count={others.data?.data.length}>
            <Loaded query={others}>
              {({ data }) => <TimelineRows entries={data} none={t('noTimeline')} />}
            </Loaded>
          </PaneSection>
          <PaneSection
            name="chats"
            title={t('otherChats')}
            count={otherChats?.length}
            action={
              <IconButton
                label={tShell('newMessage')}
                onClick={() => openNewMessage(person.data ?? chat.person)}
              >
                <IconPlus size={18} aria-hidden />
              </IconButton>
            }
          >
            <Loaded query={chats}>{() => <ChatRows chats={otherChats ?? []} />}</Loaded>
          </PaneSection>
        </>
      )}
    </div>
  )
}

function ContactHead({ person, chat }: { person: ContactDetail; chat: Chat }) {
  const t = useTranslations('personPane')
  const name = usePersonName()(person)
  return (
    <header className={classes.head}>
      <Avatar name={name} id={person.id} />
      <div className={classes.headWords}>
        <h2 className={classes.name}>
          <CustomerText>{name}</CustomerText>
        </h2>
        {chat.group && <span className={classes.rowDetail}>{t('inGroup')}</span>}
        {person.blocked_at !== null && <Badge color="red.8">{t('blocked')}</Badge>}
        {person.opted_out_at !== null && (
          <Badge color="gray.7" variant="light">
            {t('optedOut')}
          </Badge>
        )}
        <span className={classes.rowDetail}>
          {person.last_seen_at ? (
            <>
              {t('lastSeen')} <TimeText value={person.last_seen_at} />
            </>
          ) : (
            t('neverSeen')
          )}
        </span>
        <TextLink to={`/contacts/${person.id}`}>{t('openPage')}</TextLink>
      </div>
    </header>
  )
}

function Identities({ person }: { person: ContactDetail }) {
  const t = useTranslations('personPane')
  const nameOf = useIdentityName()
  const sourceOf = useSourceName()
  if (person.identities.length === 0) return <p className={classes.none}>{t('noIdentities')}</p>
  return (
    <dl className={classes.identities}>
      {person.identities.map((each) => (
        <div key={`${each.kind} ${each.value}`}>
          <dt>{nameOf(each.kind)}</dt>
          <dd>
            <CustomerText>{formatIdentity(each)}</CustomerText>
          </dd>
        </div>
      ))}
      <div>
        <dt>{t('source')}</dt>
        <dd>
          <CustomerText>{sourceOf(person.source)}</CustomerText>
        </dd>
      </div>
    </dl>
  )
}

/** Shows a query's result, its loading state, or its error with a retry. */
function Loaded<T>({
  query,
  children,
}: {
  query: UseQueryResult<T>
  children: (data: T) => ReactNode
}) {
  if (query.isPending) return <LoadingRows count={2} height={28} />
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return children(query.data)
}

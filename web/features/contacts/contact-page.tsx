import { Stack, Title } from '@mantine/core'
import { IconGitMerge, IconMessagePlus, IconPencil, IconTicket } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Avatar } from '../../components/avatar.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { FoldedSection } from '../../components/folded-section.tsx'
import { Page } from '../../components/page.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { ErrorState, LoadingRows } from '../../components/states.tsx'
import { ToolButton } from '../../components/tool-button.tsx'
import { openNewMessage } from '../../lib/new-message.ts'
import { useCommands } from '../../lib/commands.ts'
import { useShortcuts } from '../../lib/shortcuts.ts'
import { TicketForm } from '../../components/tickets/ticket-form.tsx'
import { ContactChannels } from './contact-channels.tsx'
import { ContactFacts } from './contact-facts.tsx'
import { ContactForm } from './contact-form.tsx'
import { contactQuery } from '../../lib/contacts.ts'
import { contactChatsQuery, useContactsLive } from './contact-data.ts'
import type { ContactDetail } from '../../lib/contacts.ts'
import { ContactLinks } from './contact-links.tsx'
import { ContactMenu } from './contact-menu.tsx'
import classes from './contacts.module.css'
import { BlockDialog } from './block-dialog.tsx'
import { DataExportDialog } from './data-export-dialog.tsx'
import { EraseDialog } from './erase-dialog.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { NoteForm } from './note-form.tsx'
import { useContactName } from '../../components/contact-name.tsx'
import { useOptOut } from './use-opt-out.ts'
import { useUnblock } from '../../components/use-unblock.ts'
import { Timeline } from './timeline.tsx'
import { isSettled } from '../../lib/is-settled.ts'
import { useIsPhone } from '../../lib/use-width.ts'

/**
 * Shows one contact with its details and timeline. The id of a merged contact redirects to the contact it was merged
 * into.
 */
export function ContactPage() {
  const t = useTranslations('contacts')
  const { personId } = useParams({ strict: false }) as { personId: string }
  const navigate = useNavigate()
  useContactsLive()
  const { data: person, error, refetch } = useQuery(contactQuery(personId))
  const currentId = person?.id
  useEffect(() => {
    if (currentId !== undefined && currentId !== personId)
      void navigate({ to: '/contacts/$personId', params: { personId: currentId }, replace: true })
  }, [currentId, personId, navigate])
  if (person) return <WithChats key={person.id} person={person} />
  return (
    <Page title={t('title')} back={{ to: '/contacts', label: t('back') }}>
      {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingRows />}
    </Page>
  )
}

/** Shows the contact once its conversations are read: the head of the page lists their platforms, above all the rest. */
function WithChats({ person }: { person: ContactDetail }) {
  const t = useTranslations('contacts')
  const chats = useQuery(contactChatsQuery(person))
  if (isSettled(chats)) return <Shown person={person} />
  return (
    <Page title={t('title')} back={{ to: '/contacts', label: t('back') }}>
      <LoadingRows />
    </Page>
  )
}

type Dialog =
  | { kind: 'edit' }
  | { kind: 'ticket' }
  | { kind: 'block' }
  | { kind: 'opt-in' }
  | { kind: 'export' }
  | { kind: 'erase' }
  | { kind: 'merge'; otherId?: string }

function Shown({ person }: { person: ContactDetail }) {
  const t = useTranslations('contacts')
  const toName = useContactName()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const close = () => setDialog(null)
  const write = () => openNewMessage(person)
  const { unblock } = useUnblock(person, {
    done: t('block.undone', { name: toName(person) }),
    failed: t('block.undoFailed'),
  })
  const optOut = useOptOut(person, toName(person), close)
  const actions = [
    {
      id: 'contact-edit',
      label: t('edit'),
      shortcut: 'contact_edit' as const,
      dialog: { kind: 'edit' as const },
    },
    {
      id: 'contact-ticket',
      label: t('newTicket'),
      shortcut: 'contact_ticket' as const,
      dialog: { kind: 'ticket' as const },
    },
    {
      id: 'contact-merge',
      label: t('merge'),
      shortcut: 'contact_merge' as const,
      dialog: { kind: 'merge' as const },
    },
  ]
  useCommands([
    {
      id: 'contact-message',
      label: t('write'),
      shortcut: 'contact_message',
      run: write,
    },
    ...actions.map(({ id, label, shortcut, dialog: next }) => ({
      id,
      label,
      shortcut,
      run: () => setDialog(next),
    })),
  ])
  useShortcuts([
    { id: 'contact_message', label: t('write'), group: t('title'), run: write },
    ...actions.map(({ shortcut: id, label, dialog: next }) => ({
      id,
      label,
      group: t('title'),
      run: () => setDialog(next),
    })),
  ])
  return (
    <Page
      title={toName(person)}
      back={{ to: '/contacts', label: t('back') }}
      head={
        <PageHead
          face={<Avatar id={person.id} name={toName(person)} size="lg" />}
          heading={toName(person)}
          facts={<ContactChannels person={person} />}
        />
      }
      width="full"
      actions={
        <>
          <ToolButton
            icon={<IconGitMerge size={16} aria-hidden />}
            label={t('merge')}
            onClick={() => setDialog({ kind: 'merge' })}
          />
          <ToolButton
            icon={<IconTicket size={16} aria-hidden />}
            label={t('newTicket')}
            onClick={() => setDialog({ kind: 'ticket' })}
          />
          <ToolButton
            icon={<IconPencil size={16} aria-hidden />}
            label={t('edit')}
            onClick={() => setDialog({ kind: 'edit' })}
          />
          <ToolButton
            keepsLabel
            variant="filled"
            icon={<IconMessagePlus size={16} aria-hidden />}
            label={t('write')}
            onClick={write}
          />
          <ContactMenu
            isBlocked={person.blocked_at !== null}
            onBlock={() => setDialog({ kind: 'block' })}
            onUnblock={unblock}
            isOptedOut={person.opted_out_at !== null}
            onOptOut={optOut.optOut}
            onOptIn={() => setDialog({ kind: 'opt-in' })}
            onExport={() => setDialog({ kind: 'export' })}
            onErase={() => setDialog({ kind: 'erase' })}
          />
        </>
      }
    >
      <div className={classes.columns}>
        <Properties person={person} />
        <section aria-labelledby="timeline">
          <Title order={2} id="timeline" mb="sm">
            {t('timeline.title')}
          </Title>
          <NoteForm person={person} />
          <Timeline person={person} />
        </section>
      </div>
      {dialog?.kind === 'edit' && (
        <ContactForm
          person={person}
          onClose={close}
          onSaved={close}
          onMerge={(otherId) => setDialog({ kind: 'merge', otherId })}
        />
      )}
      {dialog?.kind === 'merge' && (
        <MergeDialog person={person} otherId={dialog.otherId} onClose={close} />
      )}
      {dialog?.kind === 'block' && <BlockDialog person={person} onClose={close} />}
      <ConfirmDialog
        opened={dialog?.kind === 'opt-in'}
        title={t('optOut.title', { name: toName(person) })}
        text={t('optOut.text')}
        confirmLabel={t('optOut.undo')}
        isPending={optOut.isPending}
        onConfirm={optOut.optIn}
        onClose={close}
      />
      {dialog?.kind === 'export' && <DataExportDialog person={person} onClose={close} />}
      {dialog?.kind === 'erase' && <EraseDialog person={person} onClose={close} />}
      {dialog?.kind === 'ticket' && (
        <TicketForm
          personId={person.id}
          personName={toName(person)}
          onClose={close}
          onCreated={(ticket) =>
            void navigate({ to: '/tickets/$ticketId', params: { ticketId: ticket.id } })
          }
        />
      )}
    </Page>
  )
}

/** Shows the details, conversations and tickets beside the timeline; folded on a phone, where the timeline comes first. */
function Properties({ person }: { person: ContactDetail }) {
  const t = useTranslations('contacts')
  const parts = (
    <Stack gap="xl" className={classes.properties!}>
      <ContactFacts person={person} />
      <ContactLinks person={person} />
    </Stack>
  )
  if (!useIsPhone()) return parts
  // Who may not be written to is seen at once.
  const isOpen = person.blocked_at !== null || person.opted_out_at !== null
  return (
    <FoldedSection title={t('properties')} isOpenAtFirst={isOpen}>
      {parts}
    </FoldedSection>
  )
}

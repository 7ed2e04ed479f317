import { Button, Group, Textarea, Title } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { TICKET_DESCRIPTION_CHARACTERS_MAX } from '#shared/tickets.ts'
import { DimmedText } from '../../components/dimmed-text.tsx'
import { Markdown } from '../../components/markdown.tsx'
import type { Ticket } from '../../lib/tickets.ts'
import { useChangeTicket } from './use-change-ticket.ts'

/** Shows the description of a ticket, which can be edited in place. */
export function TicketDescription({ ticket }: { ticket: Ticket }) {
  const t = useTranslations('tickets.description')
  const tStates = useTranslations('states')
  const changeTicket = useChangeTicket()
  const [text, setText] = useState<string | null>(null)
  if (text === null)
    return (
      <section aria-labelledby="ticket-description">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h3" id="ticket-description">
            {t('title')}
          </Title>
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => setText(ticket.description ?? '')}
          >
            {ticket.description === null ? t('add') : t('edit')}
          </Button>
        </Group>
        {ticket.description === null ? (
          <DimmedText>{t('none')}</DimmedText>
        ) : (
          <Markdown text={ticket.description} />
        )}
      </section>
    )
  const save = () => {
    const description = text.trim() || null
    if (description !== ticket.description) changeTicket({ ticket, patch: { description } })
    setText(null)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Textarea
        label={t('title')}
        description={t('hint')}
        dir="auto"
        autosize
        minRows={4}
        maxRows={16}
        maxLength={TICKET_DESCRIPTION_CHARACTERS_MAX}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setText(null)
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) save()
        }}
        data-autofocus
        autoFocus
      />
      <Group gap="xs" mt="xs">
        <Button type="submit" size="compact-sm">
          {t('save')}
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => setText(null)}>
          {tStates('cancel')}
        </Button>
      </Group>
    </form>
  )
}

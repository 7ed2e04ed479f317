import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { TICKET_TITLE_CHARACTERS_MAX } from '#shared/tickets.ts'
import type { Ticket } from '../../lib/tickets.ts'
import { useChangeTicket } from './use-change-ticket.ts'

/** The form that changes the title of a ticket. */
export function TicketTitleForm({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const t = useTranslations('tickets.ticket')
  const tStates = useTranslations('states')
  const changeTicket = useChangeTicket()
  const [text, setText] = useState(ticket.title)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const title = text.trim()
        if (!title) return
        if (title !== ticket.title) changeTicket({ ticket, patch: { title } })
        onClose()
      }}
    >
      <TextInput
        label={t('subject')}
        maw="44rem"
        dir="auto"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onClose()
        }}
        maxLength={TICKET_TITLE_CHARACTERS_MAX}
        required
        autoFocus
      />
      <Group gap="xs" mt="xs" mb="md">
        <Button type="submit" size="compact-sm">
          {t('saveTitle')}
        </Button>
        <Button variant="default" size="compact-sm" onClick={onClose}>
          {tStates('cancel')}
        </Button>
      </Group>
    </form>
  )
}

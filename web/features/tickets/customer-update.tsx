import { Button } from '@mantine/core'
import { IconMessageForward } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Ticket } from '../../lib/tickets.ts'
import { useMay } from '../../lib/use-may.ts'
import { CustomerUpdateDialog } from './customer-update-dialog.tsx'

/** Shows the button that sends the customer an update about a ticket that has a conversation; `isDue` after its status was changed. */
export function CustomerUpdate({ ticket, isDue }: { ticket: Ticket; isDue: boolean }) {
  const t = useTranslations('tickets.update')
  const maySend = useMay()('messages:write')
  const [isOpen, setOpen] = useState(false)
  if (ticket.conversation_id === null || !maySend) return null
  return (
    <div>
      <Button
        variant={isDue ? 'light' : 'subtle'}
        size="compact-sm"
        ml={isDue ? 0 : '-0.5rem'}
        leftSection={<IconMessageForward size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('open')}
      </Button>
      {isOpen && <CustomerUpdateDialog ticket={ticket} onClose={() => setOpen(false)} />}
    </div>
  )
}

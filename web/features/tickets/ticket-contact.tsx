import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { ContactLabel } from '../../components/contact-name.tsx'
import { contactQuery } from '../../lib/contacts.ts'

/** Shows the contact of a ticket as a link to their page. */
export function TicketContact({ personId }: { personId: string }) {
  const t = useTranslations('tickets.ticket')
  const { data: person } = useQuery(contactQuery(personId))
  return (
    <Anchor
      size="sm"
      miw={0}
      maw="100%"
      renderRoot={(props) => <Link to="/contacts/$personId" params={{ personId }} {...props} />}
    >
      <span className="visually-hidden">{t('contact')}: </span>
      {person ? <ContactLabel person={person} /> : '…'}
    </Anchor>
  )
}

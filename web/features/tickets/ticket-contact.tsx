import { useQuery } from '@tanstack/react-query'
import { TextLink } from '../../components/text-link.tsx'
import { useTranslations } from 'use-intl'
import { ContactLabel } from '../../components/contact-name.tsx'
import { contactQuery } from '../../lib/contacts.ts'

/** Shows the contact of a ticket as a link to their page. */
export function TicketContact({ personId }: { personId: string }) {
  const t = useTranslations('tickets.ticket')
  const { data: person } = useQuery(contactQuery(personId))
  return (
    <TextLink miw={0} maw="100%" to={`/contacts/${personId}`}>
      <span className="visually-hidden">{t('contact')}: </span>
      {person ? <ContactLabel person={person} /> : '…'}
    </TextLink>
  )
}

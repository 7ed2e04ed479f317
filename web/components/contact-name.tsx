import { useTranslations } from 'use-intl'
import { Avatar } from './avatar.tsx'
import classes from './contact-name.module.css'
import { CustomerText } from './customer-text.tsx'
import { displayName } from '../lib/display-name.ts'
import type { Named } from '../lib/display-name.ts'
import { useVisitorName } from '../lib/use-visitor-name.ts'

/** A contact to name; without its id, an unknown one has no name. */
type Contact = Named & { id?: string }

/** Shows a contact's name, else the phone number or email, in its own text direction. */
export function ContactName({ person }: { person: Contact }) {
  return <CustomerText>{useContactName()(person)}</CustomerText>
}

/** Shows a contact's avatar and name on one line, cut off where the space ends. */
export function ContactLabel(props: { person: Named & { id: string }; size?: 'sm' | 'row' }) {
  const { person, size = 'sm' } = props
  const name = useContactName()(person)
  return (
    <span className={classes.label}>
      <Avatar name={name} id={person.id} size={size} />
      <span className={classes.name}>
        <CustomerText>{name}</CustomerText>
      </span>
    </span>
  )
}

/** Returns a function that formats a contact's name as plain text, for labels and titles. */
export function useContactName(): (person: Contact) => string {
  const t = useTranslations('contacts')
  const visitorName = useVisitorName()
  return (person) =>
    displayName(person) ?? (person.id === undefined ? t('noName') : visitorName(person.id))
}

import { useTranslations } from 'use-intl'
import { Avatar } from './avatar.tsx'
import classes from './contact-name.module.css'
import { CustomerText } from './customer-text.tsx'
import { displayName } from '../lib/display-name.ts'
import type { Named } from '../lib/display-name.ts'

/** Shows a contact's name, else the phone number or email, in its own text direction. */
export function ContactName({ person }: { person: Named }) {
  const t = useTranslations('contacts')
  const name = displayName(person)
  return name === null ? <em>{t('noName')}</em> : <CustomerText>{name}</CustomerText>
}

/** Shows a contact's avatar and name on one line, cut off where the space ends. */
export function ContactLabel(props: { person: Named & { id: string }; size?: 'sm' | 'row' }) {
  const { person, size = 'sm' } = props
  return (
    <span className={classes.label}>
      <Avatar name={displayName(person)} id={person.id} size={size} />
      <span className={classes.name}>
        <ContactName person={person} />
      </span>
    </span>
  )
}

/** Returns a function that formats a contact's name as plain text, for labels and titles. */
export function useContactName(): (person: Named) => string {
  const t = useTranslations('contacts')
  return (person) => displayName(person) ?? t('noName')
}

import { useTranslations } from 'use-intl'
import { CustomerText } from './customer-text.tsx'
import { displayName } from '../lib/display-name.ts'
import type { Named } from '../lib/display-name.ts'

/** Shows a contact's name, else the phone number or email, in its own text direction. */
export function ContactName({ person }: { person: Named }) {
  const t = useTranslations('contacts')
  const name = displayName(person)
  return name === null ? <em>{t('noName')}</em> : <CustomerText>{name}</CustomerText>
}

/** Returns a function that formats a contact's name as plain text, for labels and titles. */
export function useContactName(): (person: Named) => string {
  const t = useTranslations('contacts')
  return (person) => displayName(person) ?? t('noName')
}

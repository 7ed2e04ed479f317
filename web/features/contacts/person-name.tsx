import { useTranslations } from 'use-intl'
import { CustomerText } from '../../components/customer-text.tsx'
import { displayName } from '../inbox/parts/display-name.ts'

/** What a name is made of. */
export type Named = { name: string | null; phone_e164: string | null; email: string | null }

/** The name of somebody, else the phone or the e-mail address, in its own direction. */
export function PersonName({ person }: { person: Named }) {
  const t = useTranslations('contacts')
  const name = displayName(person)
  return name === null ? <em>{t('noName')}</em> : <CustomerText>{name}</CustomerText>
}

/** The same as a text, for labels and titles. */
export function usePersonName(): (person: Named) => string {
  const t = useTranslations('contacts')
  return (person) => displayName(person) ?? t('noName')
}

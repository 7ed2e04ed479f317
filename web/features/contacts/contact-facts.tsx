import { Anchor, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { CustomerText } from '../../components/customer-text.tsx'
import { TimeText } from '../../components/time-text.tsx'
import type { ContactDetail } from '../../lib/contacts.ts'
import { useCustomFields } from '../../lib/custom-fields.ts'
import { useFieldText } from '../../lib/use-field-text.ts'
import { useLanguageName } from '../../lib/use-language-name.ts'
import { useIdentityName } from '../../lib/use-identity-name.ts'
import { useSourceName } from '../../lib/use-source-name.ts'
import { CONTACT_FACTS } from './contact-attributes.ts'
import classes from './contacts.module.css'
import { formatIdentity, formatPhone } from '../../lib/format-phone.ts'

/** Shows a contact's details, custom fields and other identities. */
export function ContactFacts({ person }: { person: ContactDetail }) {
  const t = useTranslations('contacts')
  const nameOf = useIdentityName()
  const sourceOf = useSourceName()
  const { fields } = useCustomFields()
  const fieldText = useFieldText()
  const languageOf = useLanguageName()
  const text = (value: string | null) =>
    value === null ? (
      <span className={classes.quiet}>{t('facts.none')}</span>
    ) : (
      <CustomerText>{value}</CustomerText>
    )
  const link = (scheme: 'tel' | 'mailto', value: string | null) =>
    value === null ? (
      text(value)
    ) : (
      <Anchor size="sm" href={`${scheme}:${encodeURIComponent(value)}`}>
        <CustomerText>{formatPhone(value)}</CustomerText>
      </Anchor>
    )
  const show = (name: (typeof CONTACT_FACTS)[number]) => {
    const value = person[name]
    if (name === 'phone_e164') return link('tel', value)
    if (name === 'email') return link('mailto', value)
    if (name === 'language') return value === null ? text(value) : languageOf(value)
    if (name === 'source') return text(sourceOf(person.source))
    if (!name.endsWith('_at')) return text(value)
    return value === null ? t('facts.never') : <TimeText value={value} />
  }
  const shown = [person.phone_e164, person.email?.toLowerCase()]
  const others = person.identities.filter(
    ({ kind, value }) => !(['phone_e164', 'email'].includes(kind) && shown.includes(value)),
  )
  const rows: [string, ReactNode][] = [
    ...(person.blocked_at === null
      ? []
      : [[t('facts.blocked'), <Blocked key="blocked" person={person} />] as [string, ReactNode]]),
    ...(person.opted_out_at === null
      ? []
      : [[t('optOut.label'), <OptedOut key="opted-out" person={person} />] as [string, ReactNode]]),
    ...CONTACT_FACTS.map((name) => [t(`columns.${name}`), show(name)] as [string, ReactNode]),
  ]
  return (
    <section aria-labelledby="facts">
      <Title order={2} id="facts" mb="sm">
        {t('facts.title')}
      </Title>
      <dl className={classes.facts}>
        {rows.map(([label, value]) => (
          <Fact key={label} label={label} value={value} />
        ))}
        {fields.map((field) => (
          <Fact
            key={field.id}
            label={<CustomerText>{field.label}</CustomerText>}
            value={
              person.fields[field.key] === undefined
                ? text(null)
                : text(fieldText(field, person.fields[field.key]!))
            }
          />
        ))}
        {Object.entries(person.fields)
          .filter(([name]) => fields.every(({ key }) => key !== name))
          .map(([name, value]) => (
            <Fact
              key={`field ${name}`}
              label={<CustomerText>{name}</CustomerText>}
              value={text(value)}
            />
          ))}
        {others.length > 0 && (
          <Fact
            label={t('facts.also')}
            value={others.map((each) => (
              <div key={`${each.kind} ${each.value}`}>
                <span className={classes.quiet}>{nameOf(each.kind)}</span>{' '}
                <CustomerText>{formatIdentity(each)}</CustomerText>
              </div>
            ))}
          />
        )}
      </dl>
    </section>
  )
}

function Blocked({ person }: { person: ContactDetail }) {
  return (
    <>
      <TimeText value={person.blocked_at!} />
      {person.blocked_reason !== null && (
        <div>
          <CustomerText>{person.blocked_reason}</CustomerText>
        </div>
      )}
    </>
  )
}

function OptedOut({ person }: { person: ContactDetail }) {
  const t = useTranslations('contacts.optOut')
  return (
    <>
      {t.rich('since', { time: () => <TimeText value={person.opted_out_at!} /> })}
      {person.opted_out_by !== null && <div>{t(`by.${person.opted_out_by}`)}</div>}
    </>
  )
}

function Fact({ label, value }: { label: ReactNode; value: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  )
}

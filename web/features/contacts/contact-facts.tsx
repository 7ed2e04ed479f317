import { Anchor, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { CustomerText } from '../../components/customer-text.tsx'
import { TimeText } from '../../components/time-text.tsx'
import type { ContactDetail } from '../../lib/contacts.ts'
import { useCustomFields } from '../../lib/custom-fields.ts'
import { useFieldText } from '../../lib/use-field-text.ts'
import { useIdentityName } from '../../lib/use-identity-name.ts'
import { useSourceName } from '../../lib/use-source-name.ts'
import classes from './contacts.module.css'
import { formatIdentity, formatPhone } from '../../lib/format-phone.ts'

/** Shows a contact's details, custom fields and other identities. */
export function ContactFacts({ person }: { person: ContactDetail }) {
  const t = useTranslations('contacts')
  const nameOf = useIdentityName()
  const sourceOf = useSourceName()
  const { fields } = useCustomFields()
  const fieldText = useFieldText()
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
    [t('facts.phone'), link('tel', person.phone_e164)],
    [t('facts.email'), link('mailto', person.email)],
    [t('facts.source'), text(sourceOf(person.source))],
    [t('facts.campaign'), text(person.campaign)],
    [t('facts.created'), <TimeText key="created" value={person.created_at} />],
    [
      t('facts.lastSeen'),
      person.last_seen_at ? <TimeText key="seen" value={person.last_seen_at} /> : t('facts.never'),
    ],
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

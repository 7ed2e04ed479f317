import { useTranslations } from 'use-intl'
import { CustomerText } from '../../components/customer-text.tsx'
import { RowLink, RowList } from '../../components/row-list.tsx'
import { TimeText } from '../../components/time-text.tsx'
import type { Selection } from '../../lib/selection.ts'
import type { List } from '../../lib/use-list.ts'
import type { ContactColumn } from './contact-attributes.ts'
import type { Contact } from '../../lib/contacts.ts'
import { useSourceName } from '../../lib/use-source-name.ts'
import { useLanguageName } from '../../lib/use-language-name.ts'
import classes from './contacts.module.css'
import { ContactLabel, useContactName } from '../../components/contact-name.tsx'
import { formatPhone } from '../../lib/format-phone.ts'

/** Shows contacts as a table, or as cards on narrow screens. */
export function ContactTable(props: {
  list: List<Contact>
  columns: ContactColumn[]
  selection: Selection
}) {
  const { list, columns, selection } = props
  const tBulk = useTranslations('bulk')
  const toName = useContactName()
  const t = useTranslations('contacts')
  return (
    <RowList
      list={list}
      label={t('list')}
      // The usual columns need more than a tablet has.
      cardsUpTo="54em"
      select={{
        selection,
        labelOf: (person) => tBulk('selectRow', { name: toName(person) }),
        labelOfAll: tBulk('selectLoaded'),
      }}
      card={(person) => <Card person={person} />}
      columns={[
        {
          key: 'name',
          label: t('columns.name'),
          share: 23,
          cell: (person) => <PersonLink person={person} />,
        },
        ...columns.map((column) => ({
          key: column,
          label: t(`columns.${column}`),
          width: widthOf(column, list.rows),
          cell: (person: Contact) => <Cell person={person} column={column} />,
        })),
      ]}
    />
  )
}

/** The longest phone number, written with spaces, and the longest time. */
const WIDTHS: Partial<Record<ContactColumn, number>> = {
  phone_e164: 11.5,
  source: 6.25,
  last_seen_at: 9,
  updated_at: 9,
  created_at: 9,
}
const EMPTY_WIDTH = 6

/** Returns the width of a column in rem, if its values have a known length or none of the contacts has one. */
function widthOf(column: ContactColumn, contacts: readonly Contact[]): number | undefined {
  return contacts.every((each) => each[column] === null) ? EMPTY_WIDTH : WIDTHS[column]
}

function PersonLink({ person }: { person: Contact }) {
  return (
    <RowLink to={`/contacts/${person.id}`}>
      <ContactLabel person={person} size="row" />
    </RowLink>
  )
}

function Cell({ person, column }: { person: Contact; column: ContactColumn }) {
  const sourceOf = useSourceName()
  const languageOf = useLanguageName()
  const value = person[column]
  if (value === null) return <span aria-hidden>–</span>
  if (column.endsWith('_at')) return <TimeText value={value} />
  if (column === 'source') return <CustomerText>{sourceOf(value)}</CustomerText>
  if (column === 'language') return languageOf(value)
  if (column === 'phone_e164') return <CustomerText>{formatPhone(value)}</CustomerText>
  return <CustomerText>{column === 'username' ? `@${value}` : value}</CustomerText>
}

function Card({ person }: { person: Contact }) {
  const phone = person.phone_e164 && formatPhone(person.phone_e164)
  const lines = [phone, person.email].filter((line) => line !== null)
  return (
    <>
      <PersonLink person={person} />
      {lines.length > 0 && (
        <span className={classes.cardLine}>
          <CustomerText>{lines.join(' · ')}</CustomerText>
        </span>
      )}
    </>
  )
}

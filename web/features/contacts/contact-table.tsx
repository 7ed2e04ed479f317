import { useTranslations } from 'use-intl'
import { Avatar } from '../../components/avatar.tsx'
import { CustomerText } from '../../components/customer-text.tsx'
import { RowList } from '../../components/row-list.tsx'
import { ShortTime } from '../../components/short-time.tsx'
import type { Selection } from '../../lib/selection.ts'
import type { List } from '../../lib/use-list.ts'
import type { ContactColumn } from './contact-attributes.ts'
import type { Contact } from '../../lib/contacts.ts'
import { useSourceName } from '../../lib/use-source-name.ts'
import { useLanguageName } from '../../lib/use-language-name.ts'
import { ContactName, useContactName } from '../../components/contact-name.tsx'
import { useIsPhone } from '../../lib/use-width.ts'
import { formatPhone } from '../../lib/format-phone.ts'

/** Shows contacts as a table of lines with the columns that were chosen. */
export function ContactTable(props: {
  list: List<Contact>
  columns: ContactColumn[]
  selection: Selection
}) {
  const { list, columns, selection } = props
  const tBulk = useTranslations('bulk')
  const tTable = useTranslations('tables')
  const toName = useContactName()
  const t = useTranslations('contacts')
  const isPhone = useIsPhone()
  return (
    <RowList
      list={list}
      label={t('list')}
      to={({ id }) => `/contacts/${id}`}
      scrolls
      select={{
        selection,
        labelOf: (person) => tBulk('selectRow', { name: toName(person) }),
        labelOfAll: tBulk('selectLoaded'),
      }}
      columns={[
        {
          key: 'face',
          label: tTable('face'),
          width: 2.75,
          place: 'face',
          cell: (person) => <Avatar name={toName(person)} id={person.id} size="row" />,
        },
        {
          key: 'name',
          label: t('columns.name'),
          place: 'title',
          cell: (person) => <ContactName person={person} />,
        },
        ...(isPhone ? ON_PHONE : columns).map((column) => ({
          key: column,
          label: t(`columns.${column}`),
          width: widthOf(column, list.rows),
          ...(column === 'last_seen_at' && { place: 'time' as const }),
          cell: (person: Contact) => <Cell person={person} column={column} />,
        })),
      ]}
    />
  )
}

/** The columns that the two lines of a phone have room for. */
const ON_PHONE: ContactColumn[] = ['phone_e164', 'email', 'last_seen_at']

/** The longest phone number, written with spaces, and a short time. */
const WIDTHS: Partial<Record<ContactColumn, number>> = {
  phone_e164: 10.5,
  source: 6.25,
  last_seen_at: 6,
  updated_at: 5.5,
  created_at: 5.5,
}
const EMPTY_WIDTH = 6

/** Returns the width of a column in rem, if its values have a known length or none of the contacts has one. */
function widthOf(column: ContactColumn, contacts: readonly Contact[]): number | undefined {
  return contacts.every((each) => each[column] === null) ? EMPTY_WIDTH : WIDTHS[column]
}

function Cell({ person, column }: { person: Contact; column: ContactColumn }) {
  const sourceOf = useSourceName()
  const languageOf = useLanguageName()
  const value = person[column]
  if (value === null) return null
  if (column.endsWith('_at')) return <ShortTime value={value} />
  if (column === 'source') return <CustomerText>{sourceOf(value)}</CustomerText>
  if (column === 'language') return languageOf(value)
  if (column === 'phone_e164') return <CustomerText>{formatPhone(value)}</CustomerText>
  return <CustomerText>{column === 'username' ? `@${value}` : value}</CustomerText>
}

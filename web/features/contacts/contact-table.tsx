import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { TableVirtuoso, Virtuoso } from 'react-virtuoso'
import type { TableComponents } from 'react-virtuoso'
import { useTranslations } from 'use-intl'
import { CustomerText } from '../../components/customer-text.tsx'
import { LoadingRows } from '../../components/states.tsx'
import { TimeText } from '../../components/time-text.tsx'
import type { Paged } from '../../lib/use-paged.ts'
import { useScrollParent } from '../../lib/use-scroll-parent.ts'
import type { ContactColumn } from './contact-filters.ts'
import type { Person } from './contact-data.ts'
import classes from './contacts.module.css'
import { PersonName } from './person-name.tsx'

type TableContext = { label: string }

/** Made once: a table of another kind would be another table. */
const COMPONENTS: TableComponents<Person, TableContext> = {
  Table: ({ style, context, children }) => (
    <table className={classes.table} style={style} aria-label={context.label}>
      {children}
    </table>
  ),
}

/** People as a table, as cards where there is little room; only what is in sight is in the page. */
export function ContactTable(props: { list: Paged<Person>; columns: ContactColumn[] }) {
  const { list, columns } = props
  const t = useTranslations('contacts')
  const parent = useScrollParent()
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  if (!parent) return <LoadingRows count={10} />
  const common = {
    data: list.rows,
    customScrollParent: parent,
    endReached: list.readMore,
    increaseViewportBy: 400,
    className: list.isStale ? classes.stale : '',
  }
  if (isNarrow)
    return (
      <Virtuoso
        {...common}
        role="list"
        aria-label={t('list')}
        computeItemKey={(_index, person) => person.id}
        itemContent={(_index, person) => <Card person={person} />}
      />
    )
  return (
    <TableVirtuoso
      {...common}
      computeItemKey={(_index, person) => person.id}
      context={{ label: t('list') }}
      components={COMPONENTS}
      fixedHeaderContent={() => (
        <tr>
          {(['name', ...columns] as const).map((column) => (
            <th key={column} scope="col">
              {t(`columns.${column}`)}
            </th>
          ))}
        </tr>
      )}
      itemContent={(_index, person) => (
        <>
          <td>
            <PersonLink person={person} />
          </td>
          {columns.map((column) => (
            <td key={column}>
              <Cell person={person} column={column} />
            </td>
          ))}
        </>
      )}
    />
  )
}

function PersonLink({ person }: { person: Person }) {
  return (
    <Link to={`/contacts/${person.id}` as string} className={classes.rowLink}>
      <PersonName person={person} />
    </Link>
  )
}

function Cell({ person, column }: { person: Person; column: ContactColumn }) {
  const value = person[column]
  if (value === null) return <span aria-hidden>–</span>
  return column.endsWith('_at') ? <TimeText value={value} /> : <CustomerText>{value}</CustomerText>
}

function Card({ person }: { person: Person }) {
  const lines = [person.phone_e164, person.email].filter((line) => line !== null)
  return (
    <div className={classes.card} role="listitem">
      <PersonLink person={person} />
      {lines.length > 0 && (
        <span className={classes.sub}>
          <CustomerText>{lines.join(' · ')}</CustomerText>
        </span>
      )}
    </div>
  )
}

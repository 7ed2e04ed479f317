import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { storage } from '../../lib/storage.ts'
import { CONTACT_COLUMNS } from './contact-attributes.ts'
import type { ContactColumn } from './contact-attributes.ts'
import classes from './contacts.module.css'

const KEY = 'parley-contact-columns'
const FIRST: ContactColumn[] = ['phone_e164', 'email', 'source', 'last_seen_at']

/** Returns the columns shown beside the name in this browser, and a function that changes them. */
export function useColumns(): [ContactColumn[], (columns: ContactColumn[]) => void] {
  const [columns, setColumns] = useState<ContactColumn[]>(() => {
    const kept = storage.get(KEY)
    return kept === null
      ? FIRST
      : CONTACT_COLUMNS.filter((column) => kept.split(',').includes(column))
  })
  return [
    columns,
    (next) => {
      storage.set(KEY, next.join(','))
      setColumns(next)
    },
  ]
}

/** Shows the menu that chooses the columns of the list. */
export function ColumnMenu(props: {
  columns: ContactColumn[]
  onChange: (columns: ContactColumn[]) => void
}) {
  const { columns, onChange } = props
  const t = useTranslations('contacts.columns')
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          className={classes.columnButton}
          leftSection={<IconColumns3 size={16} aria-hidden />}
        >
          {t('label')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('label')}>
        <Stack gap="sm">
          {CONTACT_COLUMNS.map((column) => (
            <Checkbox
              key={column}
              label={t(column)}
              checked={columns.includes(column)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(
                  CONTACT_COLUMNS.filter((each) =>
                    each === column ? checked : columns.includes(each),
                  ),
                )
              }
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

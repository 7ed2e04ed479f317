import { Button, Group, NativeSelect, Title } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { FIELD_NAME_CHARACTERS_MAX, IMPORT_FIELDS, IMPORT_LISTS } from '#shared/contacts.ts'
import { CustomerText } from '../../components/customer-text.tsx'
import { useCustomFields } from '../../lib/custom-fields.ts'
import type { Import } from './contact-data.ts'
import classes from './contacts.module.css'

const isEmpty = ({ guess }: Import['columns'][number]) =>
  guess?.reasons.includes('no_values') ?? false

/**
 * Shows the form that maps the columns of a file to contact fields. It starts with the server's guess, and says the reasons of
 * each column until another field is chosen. Empty columns are at the end.
 */
export function ImportMapping(props: {
  run: Import
  isPending: boolean
  onCheck: (mapping: Record<string, string>) => void
  children: ReactNode
}) {
  const { run, isPending, onCheck, children } = props
  const t = useTranslations('contacts.imports')
  const [mapping, setMapping] = useState<Record<string, string>>(run.mapping)
  const { fields } = useCustomFields()
  const keys = new Set(fields.map(({ key }) => key))
  const taken = new Set(Object.values(mapping))
  const columns = run.columns.toSorted((a, b) => Number(isEmpty(a)) - Number(isEmpty(b)))
  const choose = (column: string, target: string) =>
    setMapping((before) => {
      const { [column]: _former, ...others } = before
      return target === '' ? others : { ...others, [column]: target }
    })
  return (
    <section aria-labelledby="mapping">
      <Title order={2} id="mapping" mb="xs">
        {t('mappingTitle')}
      </Title>
      <div className={classes.mappingHead} aria-hidden>
        <span>{t('column')}</span>
        <span>{t('samples')}</span>
        <span>{t('target')}</span>
      </div>
      <ul className={classes.mapping}>
        {columns.map(({ name, samples, guess }) => {
          const further = `fields.${name}`
          return (
            <li key={name}>
              <strong>
                <CustomerText>{name}</CustomerText>
              </strong>
              <span className={classes.sub}>
                <CustomerText>{samples.join(', ')}</CustomerText>
              </span>
              <NativeSelect
                aria-label={t('targetOf', { column: name })}
                value={mapping[name] ?? ''}
                onChange={({ currentTarget }) => choose(name, currentTarget.value)}
              >
                <option value="">{t('targets.skip')}</option>
                {IMPORT_FIELDS.map((field) => (
                  <option
                    key={field}
                    value={field}
                    disabled={
                      taken.has(field) && mapping[name] !== field && !IMPORT_LISTS.includes(field)
                    }
                  >
                    {t(`targets.${field}`)}
                  </option>
                ))}
                {fields.map(({ key, label }) => (
                  <option
                    key={key}
                    value={`fields.${key}`}
                    disabled={taken.has(`fields.${key}`) && mapping[name] !== `fields.${key}`}
                  >
                    {label}
                  </option>
                ))}
                {name.length <= FIELD_NAME_CHARACTERS_MAX && !keys.has(name) && (
                  <option value={further}>{t('targets.further', { column: name })}</option>
                )}
              </NativeSelect>
              {guess && guess.target === (mapping[name] ?? null) && (
                <span className={classes.guess}>
                  {guess.reasons
                    .map((reason) =>
                      t(`guesses.${reason}`, { matching: guess.matching, checked: guess.checked }),
                    )
                    .join(' · ')}
                </span>
              )}
            </li>
          )
        })}
      </ul>
      <Group mt="md" gap="xs">
        <Button onClick={() => onCheck(mapping)} loading={isPending}>
          {t('check')}
        </Button>
        {children}
      </Group>
    </section>
  )
}

import { Button, Group, NativeSelect, Title } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { IMPORT_FIELDS, FIELD_NAME_CHARACTERS_MAX } from '#shared/contacts.ts'
import { CustomerText } from '../../components/customer-text.tsx'
import { useCustomFields } from '../../lib/custom-fields.ts'
import type { Import } from './contact-data.ts'
import classes from './contacts.module.css'

/** Shows the form that maps the columns of a file to contact fields; it starts with the server's guess. */
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
        {run.columns.map(({ name, samples }) => {
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
                    disabled={taken.has(field) && mapping[name] !== field}
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

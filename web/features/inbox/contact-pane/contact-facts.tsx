import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import {
  FIELDS_MAX,
  FIELD_CHARACTERS_MAX,
  CONTACT_CHARACTERS_MAX,
  LANGUAGES,
  LANGUAGE_CHARACTERS_MAX,
} from '#shared/contacts.ts'
import { useCustomFields } from '../../../lib/custom-fields.ts'
import { useFieldText } from '../../../lib/use-field-text.ts'
import { useLanguageName } from '../../../lib/use-language-name.ts'
import { EditableField } from './editable-field.tsx'
import classes from './contact-pane.module.css'
import type { ContactDetail } from '../../../lib/contacts.ts'
import { NewField } from './new-field.tsx'
import { useContactChange } from './use-contact-change.ts'

const COLUMNS = [
  ['name', 'text'],
  ['phone_e164', 'tel'],
  ['email', 'email'],
  ['campaign', 'text'],
] as const

/** Shows the fields of a contact, which are edited in place, and the button that adds a custom field. */
export function ContactFacts({ person }: { person: ContactDetail }) {
  const t = useTranslations('personPane')
  const change = useContactChange(person.id)
  const [isAdding, setAdding] = useState(false)
  const { fields } = useCustomFields()
  const fieldText = useFieldText()
  const languageOf = useLanguageName()
  const keys = new Set(fields.map(({ key }) => key))
  const all = Object.keys(person.fields)
  const names = all.filter((name) => !keys.has(name)).toSorted((a, b) => a.localeCompare(b))
  return (
    <div className={classes.facts}>
      {COLUMNS.map(([name, type]) => (
        <EditableField
          key={name}
          label={t(name)}
          value={person[name]}
          type={type}
          maxLength={CONTACT_CHARACTERS_MAX[name]}
          onSave={(value) => change({ [name]: value })}
        />
      ))}
      <EditableField
        label={t('language')}
        value={person.language}
        type="choice"
        choices={LANGUAGES}
        nameOf={languageOf}
        maxLength={LANGUAGE_CHARACTERS_MAX}
        onSave={(language) => change({ language })}
      />
      {fields.map((field) => {
        const value = person.fields[field.key] ?? null
        return (
          <EditableField
            key={field.id}
            label={field.label}
            value={value}
            shown={value === null ? null : fieldText(field, value)}
            type={field.type}
            choices={field.choices ?? undefined}
            maxLength={FIELD_CHARACTERS_MAX}
            onSave={(next) => change({ fields: { [field.key]: next } })}
          />
        )
      })}
      {names.map((name) => (
        <EditableField
          key={`field:${name}`}
          label={name}
          value={person.fields[name]!}
          maxLength={FIELD_CHARACTERS_MAX}
          onSave={(value) => change({ fields: { [name]: value } })}
        />
      ))}
      {isAdding ? (
        <NewField
          taken={[...new Set([...all, ...keys])]}
          onSave={(name, value) => change({ fields: { [name]: value } })}
          onClose={() => setAdding(false)}
        />
      ) : (
        all.length < FIELDS_MAX && (
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setAdding(true)}
            className={classes.addFact}
          >
            {t('addField')}
          </Button>
        )
      )}
    </div>
  )
}

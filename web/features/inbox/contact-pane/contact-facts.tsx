import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FIELDS_MAX, FIELD_CHARACTERS_MAX, CONTACT_CHARACTERS_MAX } from '#shared/contacts.ts'
import { ApiError } from '../../../lib/api.ts'
import { EditableField } from './editable-field.tsx'
import classes from './contact-pane.module.css'
import type { ContactDetail } from '../../../lib/contacts.ts'
import { useContactChange } from './use-contact-change.ts'

const OWN = [
  ['name', 'text'],
  ['phone_e164', 'tel'],
  ['email', 'email'],
  ['campaign', 'text'],
] as const

/** What is known of a person, each to be changed where it stands, and a place for further facts. */
export function ContactFacts({ person }: { person: ContactDetail }) {
  const t = useTranslations('personPane')
  const change = useContactChange(person.id)
  const [isAdding, setAdding] = useState(false)
  const names = Object.keys(person.fields).toSorted((a, b) => a.localeCompare(b))
  return (
    <div className={classes.facts}>
      {OWN.map(([name, type]) => (
        <EditableField
          key={name}
          label={t(name)}
          value={person[name]}
          type={type}
          maxLength={CONTACT_CHARACTERS_MAX[name]}
          onSave={(value) => change({ [name]: value })}
        />
      ))}
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
          taken={names}
          onSave={(name, value) => change({ fields: { [name]: value } })}
          onDone={() => setAdding(false)}
        />
      ) : (
        names.length < FIELDS_MAX && (
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

function NewField(props: {
  taken: string[]
  onSave: (name: string, value: string) => Promise<void>
  onDone: () => void
}) {
  const { taken, onSave, onDone } = props
  const t = useTranslations('personPane')
  const [error, setError] = useState<string | null>(null)
  return (
    <form
      className={classes.newFact}
      onSubmit={(event) => {
        event.preventDefault()
        const [name, value] = ['name', 'value'].map((key) => {
          const field = event.currentTarget.elements.namedItem(key)
          return field instanceof HTMLInputElement ? field.value.trim() : ''
        })
        if (!name || !value) return setError(t('fieldNeedsBoth'))
        if (taken.includes(name)) return setError(t('fieldTaken'))
        onSave(name, value).then(onDone, (err: unknown) =>
          setError(err instanceof ApiError && err.status !== 0 ? err.message : t('notSaved')),
        )
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onDone()
      }}
    >
      <input
        className={classes.factInput}
        name="name"
        dir="auto"
        maxLength={64}
        placeholder={t('fieldName')}
        aria-label={t('fieldName')}
        autoFocus
      />
      <input
        className={classes.factInput}
        name="value"
        dir="auto"
        maxLength={FIELD_CHARACTERS_MAX}
        placeholder={t('fieldValue')}
        aria-label={t('fieldValue')}
      />
      {error !== null && (
        <span className={classes.error} role="alert">
          {error}
        </span>
      )}
      <div className={classes.newFactButtons}>
        <Button size="compact-sm" variant="default" onClick={onDone}>
          {t('cancel')}
        </Button>
        <Button size="compact-sm" type="submit">
          {t('saveField')}
        </Button>
      </div>
    </form>
  )
}

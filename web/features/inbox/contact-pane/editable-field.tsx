import { IconCheck, IconPencil, IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { CustomerText } from '../../../components/customer-text.tsx'
import { ApiError } from '../../../lib/api.ts'
import { IconButton } from '../../../components/icon-button.tsx'
import classes from './contact-pane.module.css'

/** A fact that is changed where it stands: Enter keeps, Escape drops. `onSave` throws what is wrong with it. */
export function EditableField(props: {
  label: string
  value: string | null
  type?: 'text' | 'tel' | 'email'
  maxLength?: number
  onSave: (value: string | null) => Promise<void>
}) {
  const { label, value, type = 'text', maxLength = 200, onSave } = props
  const t = useTranslations('personPane')
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const wasEdited = useRef(false)
  const [text, setText] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const isEdited = text !== null
  useEffect(() => {
    if (isEdited) field.current?.select()
    else if (wasEdited.current) button.current?.focus()
    wasEdited.current = isEdited
  }, [isEdited])

  async function save(): Promise<void> {
    const next = text?.trim() || null
    if (next === value) return setText(null)
    setError(null)
    try {
      await onSave(next)
      setText(null)
    } catch (err) {
      setError(err instanceof ApiError && err.status !== 0 ? wordsOf(err) : t('notSaved'))
      field.current?.focus()
    }
  }

  return (
    <div className={classes.fact}>
      <span className={classes.factLabel} id={id}>
        {label}
      </span>
      {isEdited ? (
        <form
          className={classes.factForm}
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          <input
            ref={field}
            className={classes.factInput}
            dir="auto"
            type={type === 'email' ? 'text' : type}
            inputMode={type}
            value={text}
            maxLength={maxLength}
            aria-labelledby={id}
            aria-invalid={error !== null}
            aria-describedby={error === null ? undefined : `${id}-error`}
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return
              event.stopPropagation()
              setError(null)
              setText(null)
            }}
          />
          <IconButton label={t('save', { label })} type="submit">
            <IconCheck size={18} aria-hidden />
          </IconButton>
          <IconButton
            label={t('cancel')}
            onClick={() => {
              setError(null)
              setText(null)
            }}
          >
            <IconX size={18} aria-hidden />
          </IconButton>
          {error !== null && (
            <span className={classes.error} id={`${id}-error`} role="alert">
              {error}
            </span>
          )}
        </form>
      ) : (
        <button
          ref={button}
          type="button"
          className={classes.factValue}
          aria-label={value === null ? t('addTo', { label }) : t('edit', { label, value })}
          onClick={() => setText(value ?? '')}
        >
          {value === null ? (
            <span className={classes.none}>{t('add')}</span>
          ) : (
            <CustomerText>{value}</CustomerText>
          )}
          <IconPencil size={14} aria-hidden className={classes.pencil} />
        </button>
      )}
    </div>
  )
}

function wordsOf(err: ApiError): string {
  const [field] = err.fields
  return field && !/^[a-z]/.test(field.message) ? field.message : err.message
}

import { useForm } from '@mantine/form'
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import type { CustomFieldType } from '#shared/custom-fields.ts'
import { CustomerText } from '../../../components/customer-text.tsx'
import { IconButton } from '../../../components/icon-button.tsx'
import classes from './contact-pane.module.css'
import { useFieldMessage } from './use-field-message.ts'
import { formatPhone } from '../../../lib/format-phone.ts'

/** Options of a field that is edited in place. `onSave` throws the server's error. */
type FieldProps = {
  label: string
  value: string | null
  /** The value as it is shown; by default the value itself, a phone number formatted. */
  shown?: string | null
  type?: 'tel' | 'email' | CustomFieldType
  choices?: readonly string[] | undefined
  /** Returns what a choice is called; by default the choice itself. */
  nameOf?: (choice: string) => string
  maxLength: number
  onSave: (value: string | null) => Promise<void>
}

/** Shows a field of a contact, and edits it in place: Enter saves, Escape cancels. */
export function EditableField(props: FieldProps) {
  const { label, value } = props
  const { nameOf, shown = value && (nameOf ? nameOf(value) : formatPhone(value)) } = props
  const t = useTranslations('personPane')
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const wasEdited = useRef(false)
  const [isEdited, setEdited] = useState(false)
  useEffect(() => {
    if (!isEdited && wasEdited.current) button.current?.focus()
    wasEdited.current = isEdited
  }, [isEdited])
  return (
    <div className={classes.fact}>
      <span className={classes.factLabel} id={id}>
        {label}
      </span>
      {isEdited ? (
        <FieldForm {...props} labelId={id} onClose={() => setEdited(false)} />
      ) : (
        <button
          ref={button}
          type="button"
          className={classes.factValue}
          aria-label={shown === null ? t('addTo', { label }) : t('edit', { label, value: shown })}
          onClick={() => setEdited(true)}
        >
          {shown === null ? (
            <span className={classes.none}>{t('add')}</span>
          ) : (
            <CustomerText>{shown}</CustomerText>
          )}
          <IconPencil size={14} aria-hidden className={classes.pencil} />
        </button>
      )}
    </div>
  )
}

const INPUT_MODES = {
  text: 'text',
  tel: 'tel',
  email: 'email',
  number: 'decimal',
  date: undefined,
} as const

/** Returns what can be chosen: a value that is no longer a choice stays until another one is chosen. */
function toOptions(
  type: 'boolean' | 'choice',
  value: string | null,
  choices: readonly string[] = [],
): readonly string[] {
  const all = type === 'boolean' ? ['true', 'false'] : choices
  return value === null || all.includes(value) ? all : [value, ...all]
}

function FieldForm(props: FieldProps & { labelId: string; onClose: () => void }) {
  const { label, value, type = 'text', choices, maxLength, onSave, labelId, onClose } = props
  const { nameOf = (choice) => choice } = props
  const t = useTranslations('personPane')
  const toMessage = useFieldMessage()
  const tFields = useTranslations('customFields')
  const field = useRef<HTMLInputElement & HTMLSelectElement>(null)
  const form = useForm({ initialValues: { text: value ?? '' } })
  const save = useMutation({
    mutationFn: onSave,
    onSuccess: onClose,
    onError: (err) => {
      form.setErrors({ text: toMessage(err) })
      field.current?.focus()
    },
  })
  const isSelect = type === 'boolean' || type === 'choice'
  useEffect(() => {
    if (isSelect) field.current?.focus()
    else field.current?.select()
  }, [isSelect])
  const { error, ...input } = form.getInputProps('text')
  const common = {
    ref: field,
    className: classes.factInput,
    'aria-labelledby': labelId,
    'aria-invalid': Boolean(error),
    'aria-describedby': error ? `${labelId}-error` : undefined,
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      onClose()
    },
    ...input,
  }
  return (
    <form
      className={classes.factForm}
      onSubmit={form.onSubmit(({ text }) => {
        const next = text.trim() || null
        if (next === value) onClose()
        else save.mutate(next)
      })}
    >
      {isSelect ? (
        <select {...common}>
          <option value="">{tFields('none')}</option>
          {toOptions(type, value, choices).map((choice) => (
            <option key={choice} value={choice}>
              {type === 'boolean' && (choice === 'true' || choice === 'false')
                ? tFields(choice)
                : nameOf(choice)}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...common}
          dir="auto"
          type={type === 'date' || type === 'tel' ? type : 'text'}
          inputMode={INPUT_MODES[type]}
          maxLength={maxLength}
        />
      )}
      <IconButton label={t('save', { label })} type="submit">
        <IconCheck size={18} aria-hidden />
      </IconButton>
      <IconButton label={t('cancel')} onClick={onClose}>
        <IconX size={18} aria-hidden />
      </IconButton>
      {error && (
        <span className={classes.error} id={`${labelId}-error`} role="alert">
          {error}
        </span>
      )}
    </form>
  )
}

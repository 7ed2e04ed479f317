import { useState } from 'react'
import { TextInput } from '@mantine/core'
import { CustomFieldInput } from '../../components/custom-field-input.tsx'
import { CustomerText } from '../../components/customer-text.tsx'
import { useCustomFields } from '../../lib/custom-fields.ts'
import type { CustomField } from '../../lib/custom-fields.ts'
import type { Ticket } from '../../lib/tickets.ts'

type FieldProps = { value: string; onChange: (value: string) => void }

/** Shows the custom fields of a ticket; each can be edited in place. Values without a definition are only shown. */
export function TicketFields(props: {
  ticket: Ticket
  onChange: (fields: Record<string, string | null>) => void
}) {
  const { ticket, onChange } = props
  const { fields } = useCustomFields('ticket')
  const others = Object.entries(ticket.fields).filter(([name]) =>
    fields.every(({ key }) => key !== name),
  )
  return (
    <>
      {fields.map((field) => {
        const value = ticket.fields[field.key] ?? ''
        return (
          <Field
            key={`${field.id} ${value}`}
            field={field}
            value={value}
            onChange={(next) => onChange({ [field.key]: next.trim() || null })}
          />
        )
      })}
      {others.map(([name, value]) => (
        <TextInput
          key={name}
          label={<CustomerText>{name}</CustomerText>}
          dir="auto"
          readOnly
          value={value}
        />
      ))}
    </>
  )
}

/** An input that saves a choice at once, and a text when it is left, or Enter is pressed. */
function Field({ field, value, onChange }: FieldProps & { field: CustomField }) {
  const [text, setText] = useState(value)
  const isChosen = field.type === 'choice' || field.type === 'boolean'
  const save = () => {
    if (text.trim() !== value) onChange(text)
  }
  return (
    <div
      onBlur={isChosen ? undefined : save}
      onKeyDown={(event) => {
        if (!isChosen && event.key === 'Enter') save()
      }}
    >
      <CustomFieldInput
        field={field}
        value={text}
        onChange={(next) => {
          setText(next)
          if (isChosen) onChange(next)
        }}
      />
    </div>
  )
}

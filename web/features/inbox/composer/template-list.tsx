import { Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import classes from './template-dialog.module.css'
import { partsOf } from './template-fields.ts'
import type { Template } from './templates-query.ts'

/** Shows the templates, searchable by name and text. */
export function TemplateList(props: {
  templates: Template[]
  chosenId: string | null
  onChoose: (id: string) => void
}) {
  const { templates, chosenId, onChoose } = props
  const t = useTranslations('composer')
  const [q, setQ] = useState('')
  const words = q.trim().toLowerCase()
  const shown = templates.filter((template) =>
    `${template.name} ${template.language} ${partsOf(template).body?.text ?? ''}`
      .toLowerCase()
      .includes(words),
  )
  return (
    <div className={classes.choice}>
      <TextInput
        value={q}
        onChange={(event) => setQ(event.currentTarget.value)}
        placeholder={t('searchTemplates')}
        aria-label={t('searchTemplates')}
        leftSection={<IconSearch size={16} aria-hidden />}
        data-autofocus
      />
      {shown.length === 0 && (
        <Text size="sm" c="dimmed" p="sm" role="status">
          {t('noTemplateFound')}
        </Text>
      )}
      <ul className={classes.list} aria-label={t('templates')}>
        {shown.map((template) => (
          <li key={template.id}>
            <button
              type="button"
              className={classes.item}
              aria-pressed={template.id === chosenId}
              onClick={() => onChoose(template.id)}
            >
              <span className={classes.itemName}>{template.name}</span>
              <span className={classes.itemText}>
                {template.language} · {partsOf(template).body?.text ?? t('wordsUnknown')}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

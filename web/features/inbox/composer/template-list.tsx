import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { removeFormatting } from '#shared/formatted-text.ts'
import { DimmedText } from '../../../components/dimmed-text.tsx'
import classes from './template-dialog.module.css'
import { partsOf } from './template-fields.ts'
import { useLanguageName } from '../../../lib/use-language-name.ts'
import { useMoney } from '../../../lib/use-money.ts'
import type { MessageWindow } from './use-message-window.ts'
import type { Template } from './templates-query.ts'

/** The categories that a template can have. */
const CATEGORIES = ['utility', 'marketing', 'authentication'] as const

function isCategory(name: string | undefined): name is (typeof CATEGORIES)[number] {
  return (CATEGORIES as readonly (string | undefined)[]).includes(name)
}

/** Shows the templates, searchable by name and text. */
export function TemplateList(props: {
  templates: Template[]
  chosenId: string | null
  /** Whether a template cannot be sent because the contact is opted out of marketing. */
  isRefused: (template: Template) => boolean
  categories: MessageWindow['categories']
  onChoose: (id: string) => void
}) {
  const { templates, chosenId, isRefused, categories, onChoose } = props
  const t = useTranslations('composer')
  const money = useMoney()
  const languageName = useLanguageName()
  const facts = ({ category }: Template) => {
    const name = category?.toLowerCase()
    if (!isCategory(name)) return null
    const cost = categories.find((each) => each.category === name)?.estimated_cost
    const label = t(`templateCategories.${name}`)
    return cost ? `${label} · ${money(cost, { isExact: true })}` : label
  }
  const [q, setQ] = useState('')
  const words = q.trim().toLowerCase()
  const shown = templates.filter((template) =>
    [
      template.name,
      template.language,
      languageName(template.language),
      partsOf(template).body?.text,
    ]
      .join(' ')
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
        autoFocus
      />
      {shown.length === 0 && (
        <DimmedText p="sm" role="status">
          {t('noTemplateFound')}
        </DimmedText>
      )}
      {templates.some(isRefused) && <DimmedText role="status">{t('optedOut')}</DimmedText>}
      <ul className={classes.list} aria-label={t('templates')}>
        {shown.map((template) => (
          <li key={template.id}>
            <button
              type="button"
              className={classes.item}
              aria-pressed={template.id === chosenId}
              disabled={isRefused(template)}
              onClick={() => onChoose(template.id)}
            >
              <span className={classes.itemName}>{template.name}</span>
              <span className={classes.itemText}>
                {languageName(template.language)} ·{' '}
                {removeFormatting(partsOf(template).body?.text ?? t('wordsUnknown'))}
              </span>
              {facts(template) && <span className={classes.itemText}>{facts(template)}</span>}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

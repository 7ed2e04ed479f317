import { IconFile, IconPhoto, IconVideo } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { FormattedText } from '../../../components/formatted-text.tsx'
import { CustomerText } from '../../../components/customer-text.tsx'
import classes from './template-dialog.module.css'
import { fillText, partsOf } from './template-fields.ts'
import type { Template } from './templates-query.ts'

const ICONS = { IMAGE: IconPhoto, VIDEO: IconVideo, DOCUMENT: IconFile }

/** Shows a template as the customer will see it, as far as it is filled in. */
export function TemplatePreview(props: {
  template: Template
  values: Readonly<Record<string, string>>
}) {
  const { template, values } = props
  const t = useTranslations('composer')
  const { header, body, footer, buttons } = partsOf(template)
  const format = header?.format?.toUpperCase()
  const Icon = format && format in ICONS ? ICONS[format as keyof typeof ICONS] : undefined
  if (!body) return null
  return (
    <section className={classes.preview} aria-label={t('preview')}>
      {Icon && (
        <span className={classes.previewFile}>
          <Icon size={28} aria-hidden />
        </span>
      )}
      {header?.text && (
        <strong>
          <CustomerText>{fillText(header.text, 'header', values)}</CustomerText>
        </strong>
      )}
      <span className={classes.previewText}>
        <bdi dir="auto" className="customer-text">
          <FormattedText text={fillText(body.text ?? '', 'body', values)} />
        </bdi>
      </span>
      {footer?.text && (
        <span className={classes.previewFooter}>
          <CustomerText>{footer.text}</CustomerText>
        </span>
      )}
      {buttons.length > 0 && (
        <ul className={classes.previewButtons}>
          {buttons.map((button, index) => (
            <li key={index}>
              <CustomerText>{button.text ?? ''}</CustomerText>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

import type { TemplateReport } from '../reports.ts'

type Data = Record<string, unknown>
type Change = Pick<TemplateReport, 'status' | 'statusReason' | 'quality' | 'category'>

const UNCHANGED: Change = { status: null, statusReason: null, quality: null, category: null }

/** Reads what an event changes of a message template; undefined for events about anything else. */
export function readTemplateReport(field: string, data: Data): TemplateReport | undefined {
  const change = readChange(field, data)
  const name = textOf(data['message_template_name'])
  const language = textOf(data['message_template_language'])
  if (!change || !name || !language) return undefined
  return { ...change, name, language, platformTemplateId: textOf(data['message_template_id']) }
}

function readChange(field: string, data: Data): Change | undefined {
  switch (field) {
    case 'message_template_status_update': {
      const rejection = (data['rejection_info'] ?? {}) as Data
      const reason = textOf(rejection['reason']) ?? textOf(data['reason'])
      return {
        ...UNCHANGED,
        status: textOf(data['event']),
        statusReason: reason === 'NONE' ? null : reason,
        category: textOf(data['message_template_category']),
      }
    }
    case 'message_template_quality_update':
      return { ...UNCHANGED, quality: textOf(data['new_quality_score']) }
    case 'template_category_update':
      return { ...UNCHANGED, category: textOf(data['new_category']) }
    default:
      return undefined
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}

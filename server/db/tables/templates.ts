import { json, text, time, uuid } from '../column.ts'
import { tenantTable } from '../table.ts'

/** Message templates of a business account. */
export const templates = tenantTable({
  visibleBy: { everybody: 'texts of the business' },
  rows: 'many',
  withoutContacts: 'texts of the business',
}).columns({
  id: uuid(),
  business_account: text(),
  name: text(),
  language: text(),
  platform_template_id: text().nullable(),
  category: text().nullable(),
  category_at: time().nullable(),
  status: text().nullable(),
  status_reason: text().nullable(),
  status_at: time().nullable(),
  quality: text().nullable(),
  quality_at: time().nullable(),
  components: json().nullable(),
  created_at: time(),
  updated_at: time(),
})

/** Rows of `templates`. */
export type Templates = typeof templates.row

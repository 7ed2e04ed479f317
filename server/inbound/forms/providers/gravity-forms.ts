import type { FormDeclaration } from './form-declaration.ts'

/**
 * Gravity Forms: with "All Fields" an entry under the ids of its fields, which an admin assigns to details; with
 * "Select Fields" the chosen names. Source: "Triggering Webhooks on Form Submissions".
 */
export const gravityForms: FormDeclaration = {
  ignored:
    /^(id|form_id|post_id|date_created|date_updated|is_starred|is_read|ip|source_url|source_id|user_agent|currency|payment_.*|transaction_.*|is_fulfilled|created_by|status|gpdf_.*)$/,
  submissionId: [['form_id', 'id']],
}

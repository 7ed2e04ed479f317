/** One answer of a form: its key, the words beside it, the kind of field where the form names it, and its text. */
export type SubmissionField = { key: string; label: string; type: string; value: string }

/** What was submitted: `eventId` is the provider's own, `token` that of the form, `files` are names alone. */
export type Submission = {
  fields: SubmissionField[]
  files: string[]
  eventId: string | undefined
  token: string | undefined
}

/** The content type under which a multipart form is stored: its fields as JSON, without its files. */
export const MULTIPART = 'multipart/form-data'

/** A multipart form as it is stored. */
export type StoredMultipart = { fields: [string, string][]; files: string[] }

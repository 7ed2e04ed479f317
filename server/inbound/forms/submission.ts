/** One answer of a form: its key, its label, the kind of field if the form names it, and its text. */
export type SubmissionField = { key: string; label: string; type: string; value: string }

/** A parsed submission: `eventId` is the provider's, `token` the form's, `files` are names only. */
export type Submission = {
  fields: SubmissionField[]
  files: string[]
  eventId: string | undefined
  token: string | undefined
}

/** The content type of a stored multipart form: its fields as JSON, without its files. */
export const MULTIPART = 'multipart/form-data'

/** A multipart form in its stored form. */
export type StoredMultipart = { fields: [string, string][]; files: string[] }

import type { IncomingHttpHeaders } from 'node:http'

/** A post to a form: `token` from the path or the header, the body's bytes (a multipart form in its stored form). */
export type FormPost = {
  token: string | undefined
  contentType: string | undefined
  body: Buffer
  headers: IncomingHttpHeaders
  /** The path and query of the request. */
  path: string
  idempotencyKey: string | undefined
  /** Counts the submission towards the rate limit of its form. Throws when there were too many. */
  limitForm: (formId: string) => void
}

/**
 * One answer of a form: its key, its label, the kind of field if the form names it, and its text. `isEnvelope`: the
 * form service wrote it, not the visitor, so it is no name and no address of a contact.
 */
export type SubmissionField = {
  key: string
  label: string
  type: string
  value: string
  isEnvelope?: true
}

/** A parsed submission: `eventId` is the provider's, `files` are names only. */
export type Submission = {
  fields: SubmissionField[]
  files: string[]
  eventId: string | undefined
  /** The service only tested the connection. */
  isTest: boolean
  /** It had more fields, values or characters than are read. */
  isCut: boolean
}

/** The content type of a stored multipart form: its fields as JSON, without its files. */
export const MULTIPART = 'multipart/form-data'

/** A multipart form in its stored form; `isCut` if it had more than is stored. */
export type StoredMultipart = { fields: [string, string][]; files: string[]; isCut?: true }

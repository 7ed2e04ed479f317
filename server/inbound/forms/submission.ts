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

/** A parsed submission: `eventId` is the provider's, `token` the form's, `files` are names only. */
export type Submission = {
  fields: SubmissionField[]
  files: string[]
  eventId: string | undefined
  token: string | undefined
  /** The service only tested the connection. */
  isTest: boolean
}

/** The content type of a stored multipart form: its fields as JSON, without its files. */
export const MULTIPART = 'multipart/form-data'

/** A multipart form in its stored form. */
export type StoredMultipart = { fields: [string, string][]; files: string[] }

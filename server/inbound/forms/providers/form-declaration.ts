import type { IncomingHttpHeaders } from 'node:http'
import type { Tree } from '../tree.ts'
import type { SubmissionField } from '../submission.ts'

/** A posted submission whose origin is verified. `url` is the public address that it was posted to. */
type SignedPost = {
  headers: IncomingHttpHeaders
  body: Buffer
  url: string
  now: Date
}

/** The declaration of a form service: how it writes a submission, names it and proves that it sent it. */
export type FormDeclaration = {
  /**
   * Returns whether a payload has exactly the shape of this service, which forms of no service take too. A payload of another shape is
   * read by its structure. Without it, the service has no shape.
   */
  isShape?: (tree: Tree) => boolean
  /** Dotted paths of the answers; the first that exists is read. Without it, the whole payload is. */
  answers?: string[]
  /** Fields that the service adds to the visitor's, by their keys. */
  ignored?: RegExp
  /** Reads the answers of a shape that `answers` cannot describe. */
  read?: (tree: Tree) => { fields: SubmissionField[]; files?: string[] }
  /**
   * The service's own id of a submission: each entry lists the paths whose texts form it; the first complete one is the
   * id. Include the form's id where ids are only unique within a form.
   */
  submissionId?: string[][]
  /** The header with the id of a submission. */
  submissionIdHeader?: string
  /** Path of a time to the second or finer: two equal payloads with it are one submission, whenever they arrive. */
  submittedAt?: string
  /** Returns whether the service signed these bytes with the secret. */
  isSigned?: (post: SignedPost, secret: string) => boolean
  /** Path of the secret, where the service sends it inside the payload. */
  secretKey?: string
}

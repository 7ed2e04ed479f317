import type { Scope } from '#db/context.ts'
import type { Subject } from '#erasures/subject.ts'

/** A stored file of a message, with its path in the archive. */
export type ExportedFile = { id: string; path: string; size: number }

/** The position behind a batch. */
export type Next = { cursor: string } | 'done'

/** A batch of a section: rows by the name of their file, and files of messages. */
export type Batch = { rows: Record<string, object[]>; files?: ExportedFile[]; next: Next }

/** A section of the archive. `read` returns one bounded batch behind `cursor`. */
export type Section = {
  name: string
  read: (scope: Scope, subject: Subject, cursor: string | null) => Promise<Batch>
}

import type { ColumnType } from 'kysely'

/** The decisions that a column of a table with contacts' data needs. A table refuses a column that lacks one. */
type ExportDecision = '.exported() or .unexported()'
type PersonalDecision = '.personal() or .impersonal(reason)'
type Decision = ExportDecision | PersonalDecision

type Nullable<Type> = [Type] extends [ColumnType<infer Read, infer Inserted, infer Updated>]
  ? ColumnType<Read | null, Inserted | null, Updated | null>
  : Type | null

type Defaulted<Type> = [Type] extends [ColumnType<infer Read, infer Inserted, infer Updated>]
  ? ColumnType<Read, Inserted | undefined, Updated>
  : ColumnType<Type, Type | undefined, Type>

/** The facts about a column that code reads. */
type Facts = {
  /** Whether the column is in the archive of a contact's data; otherwise the reason, if it is personal. */
  exported?: true | string | undefined
  /** The step of an erasure that removes the value, or `true` for the step of the table. */
  personal?: true | string
  /** Why the column holds nothing about contacts. */
  impersonal?: string
  /** The purpose of a value that is encrypted under `SECRET_KEY`. */
  secret?: string
}

/** A column whose decisions are made, except for those in `Missing`. */
export type Decided<Missing extends Decision = never> = {
  readonly missing: Missing
  readonly facts: Facts
}

/** A column that lacks any decision, as in tables without data of contacts. */
export type Undecided = Decided<Decision>

/** A column in which only the decision about its export may be missing. */
export type Impersonal = Decided<ExportDecision>

/** A column of the catalogue. `Type` is its type in rows, as Kysely knows it. */
export class Column<Type, Missing extends Decision> implements Decided<Missing> {
  declare readonly type: Type
  declare readonly missing: Missing
  readonly facts: Facts

  constructor(facts: Facts = {}) {
    this.facts = facts
  }

  /** The column can be null. */
  nullable(): Column<Nullable<Type>, Missing> {
    return new Column(this.facts)
  }

  /** The column has a default in the database, so that an insert can leave it out. */
  defaulted(): Column<Defaulted<Type>, Missing> {
    return new Column(this.facts)
  }

  /** The column is in the archive of a contact's data. */
  exported(): Column<Type, Exclude<Missing, ExportDecision>> {
    return new Column({ ...this.facts, exported: true })
  }

  /** The column is not in the archive of a contact's data. A personal column needs the reason. */
  unexported(reason?: string): Column<Type, Exclude<Missing, ExportDecision>> {
    return new Column({ ...this.facts, exported: reason })
  }

  /** The column can hold data of contacts, which a step of an erasure removes: that of the table, or `step`. */
  personal(step?: string): Column<Type, Exclude<Missing, PersonalDecision>> {
    return new Column({ ...this.facts, personal: step ?? true })
  }

  /** The column can hold text, but none about contacts. */
  impersonal(reason: string): Column<Type, Exclude<Missing, PersonalDecision>> {
    return new Column({ ...this.facts, impersonal: reason })
  }

  /** The value is encrypted under `SECRET_KEY`, bound to `purpose` and to the id of the row. */
  secret(purpose: string): Column<Type, Missing> {
    return new Column({ ...this.facts, secret: purpose })
  }
}

type Safe<Type> = Column<Type, ExportDecision>
type Free<Type> = Column<Type, Decision>

/** Describes an id. */
export const uuid = (): Safe<string> => new Column()

/** Describes a list of ids. */
export const uuids = (): Safe<string[]> => new Column()

/** Describes a text. */
export const text = <T extends string = string>(): Free<T> => new Column()

/** Describes a list of texts. */
export const texts = <T extends string = string>(): Free<T[]> => new Column()

/** Describes a text from a fixed list, such as a status or a code. It holds nothing about contacts. */
export const word = <T extends string = string>(): Safe<T> =>
  new Column({ impersonal: 'a fixed word' })

/** Describes a JSON value, which is written as text. */
export const json = <T = unknown>(): Free<ColumnType<T, string, string>> => new Column()

/** Describes bytes. */
export const bytes = (): Free<Buffer> => new Column()

/** Describes a time. */
export const time = (): Safe<Date> => new Column()

/** Describes a number. A bigint is one, too: positions and counters stay far below 2^53. */
export const number = (): Safe<number> => new Column()

/** Describes an exact decimal, which is read as text. */
export const decimal = (): Safe<string> => new Column()

/** Describes a truth value. */
export const boolean = (): Safe<boolean> => new Column()

/** Describes a text that the database computes from other columns. */
export const computed = (): Free<ColumnType<string | null, never, never>> => new Column()

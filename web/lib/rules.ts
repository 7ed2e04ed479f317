import { queryOptions } from '@tanstack/react-query'
import type {
  Macro as MacroShape,
  MacroRun as RunShape,
  UndoneMacroRun as UndoneShape,
} from '#macros/schema.ts'
import type {
  Rule as RuleShape,
  RuleLog as LogShape,
  RuleTrial as TrialShape,
} from '#rules/schema.ts'
import { api } from './api.ts'
import { readAll } from './read-all.ts'
import type { Wire } from './wire.ts'

/** A rule of the workspace. */
export type Rule = Wire<RuleShape>

/** What rules did, and why others did nothing. */
export type RuleLog = Wire<LogShape>

/** What a rule would have done. */
export type RuleTrial = Wire<TrialShape>

/** A macro that the member has. */
export type Macro = Wire<MacroShape>

/** A macro that was run. */
export type MacroRun = Wire<RunShape>

/** The run of a macro that was undone. */
export type UndoneMacroRun = Wire<UndoneShape>

/** The query key of everything about rules. */
export const RULES = ['rules'] as const

/** The query key of everything about macros. */
export const MACROS = ['macros'] as const

/** Reads all rules, in the order in which they run. */
export const rulesQuery = queryOptions({
  queryKey: [...RULES, 'all'],
  queryFn: () => readAll<Rule>('/api/v1/rules'),
  staleTime: 60_000,
})

/** Reads the macros that the member has, sorted by name. */
export const macrosQuery = queryOptions({
  queryKey: [...MACROS, 'all'],
  queryFn: async () =>
    (await readAll<Macro>('/api/v1/macros')).toSorted((a, b) => a.name.localeCompare(b.name)),
  staleTime: 60_000,
})

/** Reads the log at a path: that of a rule, or of a conversation. */
export const ruleLogQuery = (path: string) =>
  queryOptions({
    queryKey: [...RULES, 'log', path],
    queryFn: ({ signal }) => api.get<RuleLog>(path, {}, signal),
    staleTime: 0,
  })

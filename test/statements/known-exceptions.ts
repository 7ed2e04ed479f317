import type { Rule } from './rules.ts'

/** Statements that break a rule, by the tables that they combine. */
export const KNOWN_STATEMENTS: readonly { rule: Rule; what: string }[] = [
  // A worker polls on the server on which its lanes lie.
  {
    rule: 'homes',
    what: 'events, lanes, webhook_deliveries, webhook_endpoints, workspace_counters',
  },
]

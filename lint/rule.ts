import type { RuleTester } from 'oxlint/plugins-dev'

/** One rule as oxlint loads it; the type is reached through the tester, the only export that names it. */
export type Rule = Extract<Parameters<RuleTester['run']>[1], { create: unknown }>

/** The context that oxlint passes to a rule for each file: the path, the source, `report`. */
export type RuleContext = Parameters<Rule['create']>[0]

/** The handlers a rule returns, by node type. */
export type Visitor = ReturnType<Rule['create']>

/** Any node of the syntax tree. */
export type Node = Parameters<NonNullable<Visitor['ImportDeclaration']>>[0]['parent']

import { collectFields } from '../collect-fields.ts'
import type { Tree } from '../tree.ts'
import type { FormDeclaration } from './form-declaration.ts'

/** Formstack: its fields under their names; a name is `first = …` and `last = …` in lines. Source: "Webhooks". */
export const formstack: FormDeclaration = {
  read: (tree) => ({
    fields: collectFields(
      tree instanceof Map ? new Map([...tree].map(([key, node]) => [key, splitLines(node)])) : tree,
    ),
  }),
  ignored: /^(FormID|UniqueID|HandshakeKey)$/,
  submissionId: [['FormID', 'UniqueID']],
  secretKey: 'HandshakeKey',
}

/** Splits a text such as `first = Ana` and `last = Souza` in lines into its parts. */
function splitLines(node: Tree): Tree {
  if (typeof node !== 'string' || !/^\w+ = /.test(node)) return node
  const parts = [...node.matchAll(/^(\w+) = (.*)$/gm)].map(
    ([, key, value]) => [key!, value!] as const,
  )
  return new Map(parts)
}

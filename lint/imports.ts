import { resolveImport } from './paths.ts'
import type { Node, Visitor } from './rule.ts'

/**
 * One mention of another module. `specifier` is undefined when it is not a literal; `path` is set when the module is a
 * file of the repository.
 */
export type Import = {
  node: Node
  specifier: string | undefined
  path: string | undefined
  isTypeOnly: boolean
}

type Template = Extract<Node, { type: 'TemplateLiteral' }>
type Specifiers = ReadonlyArray<{ importKind?: string | null; exportKind?: string | null }>

function areTypes(specifiers: Specifiers): boolean {
  return (
    specifiers.length > 0 &&
    specifiers.every((one) => one.importKind === 'type' || one.exportKind === 'type')
  )
}

/** Whether a template says which package it names: all of it, or up to the first `/` of a scope. */
function namesPackage({ expressions, quasis }: Template): boolean {
  return expressions.length === 0 || /^@?[a-z][\w.-]*\//.test(quasis[0]?.value.cooked ?? '')
}

/**
 * Handlers that call `visit` for every way a file can name another: static and dynamic imports,
 * re-exports, import types and `require`.
 */
export function visitImports(importer: string, visit: (found: Import) => void): Visitor {
  function found(node: Node, specifier: string, isTypeOnly: boolean): void {
    visit({ node, specifier, path: resolveImport(importer, specifier), isTypeOnly })
  }
  function dynamic(node: Node, source: Node | undefined): void {
    if (source?.type === 'Literal' && typeof source.value === 'string') {
      found(node, source.value, false)
    } else if (source?.type === 'TemplateLiteral' && namesPackage(source)) {
      found(node, source.quasis[0]?.value.cooked ?? '', false)
    } else {
      visit({ node, specifier: undefined, path: undefined, isTypeOnly: false })
    }
  }
  return {
    ImportDeclaration(node) {
      const { specifiers } = node
      found(
        node,
        node.source.value,
        node.importKind === 'type' || areTypes(specifiers as Specifiers),
      )
    },
    ExportNamedDeclaration(node) {
      if (!node.source) return
      found(node, node.source.value, node.exportKind === 'type' || areTypes(node.specifiers))
    },
    ExportAllDeclaration(node) {
      found(node, node.source.value, node.exportKind === 'type')
    },
    TSImportType(node) {
      found(node, node.source.value, true)
    },
    ImportExpression(node) {
      dynamic(node, node.source)
    },
    CallExpression(node) {
      const { callee } = node
      if (callee.type === 'Identifier' && callee.name === 'require')
        dynamic(node, node.arguments[0])
    },
  }
}

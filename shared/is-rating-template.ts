type Node = Record<string, unknown>

/**
 * Returns whether a template can ask for a rating: it has no variables, and as many quick-reply buttons as the scale has choices, and no other
 * buttons. Source: Cloud API, "Template components".
 */
export function isRatingTemplate(components: unknown, scale: number): boolean {
  if (!Array.isArray(components) || JSON.stringify(components).includes('{{')) return false
  const nodes = components as Node[]
  const isOf = (each: Node, type: string) => String(each['type']).toUpperCase() === type
  const buttons = nodes.find((each) => isOf(each, 'BUTTONS'))?.['buttons']
  const header = nodes.find((each) => isOf(each, 'HEADER'))
  return (
    Array.isArray(buttons) &&
    buttons.length === scale &&
    (buttons as Node[]).every((each) => isOf(each, 'QUICK_REPLY')) &&
    (header === undefined || String(header['format']).toUpperCase() === 'TEXT')
  )
}

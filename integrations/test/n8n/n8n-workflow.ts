/** The part of the package `n8n-workflow` that the nodes load, as far as the tests look at it. */

/** The kinds of connections between nodes. */
export const NodeConnectionTypes = { Main: 'main' } as const

type Options = { message?: string; description?: string; httpCode?: string; itemIndex?: number }

/** An error of a node, as n8n shows it. */
export class NodeOperationError extends Error {
  readonly description: string | undefined
  readonly itemIndex: number | undefined

  constructor(_node: unknown, message: string, options: Options = {}) {
    super(message)
    this.description = options.description
    this.itemIndex = options.itemIndex
  }
}

/** An error of an API that a node called. */
export class NodeApiError extends NodeOperationError {
  readonly httpCode: string | undefined

  constructor(node: unknown, cause: { message?: string }, options: Options = {}) {
    super(node, options.message ?? cause.message ?? 'The request failed.', options)
    this.httpCode = options.httpCode
  }
}

/** Waits for a number of milliseconds. */
export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

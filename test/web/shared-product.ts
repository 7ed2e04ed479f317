import { FILES_PER_PRODUCT } from '../runner/group-files.ts'
import { outsideFiles } from '../runner/outside-files.ts'
import { startWebPrograms } from './product.ts'
import type { WebProduct } from './product.ts'

/** A product without what would disturb other files: its processes and its database. */
type SharedWebProduct = Omit<WebProduct, 'server' | 'env'>

let programs: ReturnType<typeof startWebPrograms> | undefined
let used = 0

/**
 * Returns what `startWebProduct` returns, with a workspace of the file's own in a product that the files of a process
 * share; starting one for each file takes three seconds of CPU time. Files with the line
 * `const product = await shareWebProduct()` run in one process, one after another. Other workspaces exist, so the
 * addresses of its users are in `emails`.
 */
export async function shareWebProduct(): Promise<SharedWebProduct> {
  programs ??= outsideFiles(() => startWebPrograms(FILES_PER_PRODUCT))
  const { workspaces, use } = await programs
  const workspace = workspaces[used++]
  if (!workspace) throw new Error('More files share this product than it has workspaces.')
  return use(workspace)
}

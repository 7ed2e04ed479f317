import { READ_TOOLS } from './read-tools.ts'
import type { Tool } from './tool.ts'
import { WRITE_TOOLS } from './write-tools.ts'

/** Every tool, in the order of the list. */
export const TOOLS: readonly Tool[] = [...READ_TOOLS, ...WRITE_TOOLS]

import type { Description } from './description.ts'
import { writeBruno } from './write-bruno.ts'
import { writeN8n } from './write-n8n.ts'
import { writePython } from './write-python.ts'
import { writeTypeScript } from './write-typescript.ts'

/** Returns everything that is generated from the description: the files of each folder by their paths in it. */
export function generate(description: Description): Record<string, Record<string, string>> {
  return {
    'client/python/src/parley/generated': writePython(description),
    'client/typescript/src/generated': writeTypeScript(description),
    'integrations/bruno': writeBruno(description),
    'integrations/n8n/nodes/Parley/generated': writeN8n(description),
  }
}

import type { Description } from './description.ts'
import { writeN8n } from './write-n8n.ts'
import { writePython } from './write-python.ts'
import { writeTypeScript } from './write-typescript.ts'

/** Generated files: those of each folder by their paths in it. */
export type Generated = Record<string, Record<string, string>>

/** Returns the generated files of the clients, which are in the repository. */
export function generateClients(description: Description): Generated {
  return {
    'client/python/src/parley/generated': writePython(description),
    'client/typescript/src/generated': writeTypeScript(description),
  }
}

/** Returns the generated files of the n8n nodes, which git ignores: n8n's own build and lint need them. */
export function generateIntegrations(description: Description): Generated {
  return {
    'integrations/n8n/nodes/Parley/generated': writeN8n(description),
  }
}

/** Writes everything that is generated from the API description: `npm run clients`. */
import { generateClients, generateIntegrations } from './generate.ts'
import { readDescription, ROOT } from './read-description.ts'
import { writeGenerated } from './write-generated.ts'

const description = readDescription()
writeGenerated(ROOT, { ...generateClients(description), ...generateIntegrations(description) })

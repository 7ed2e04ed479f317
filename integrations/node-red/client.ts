/** The part of the TypeScript client that the nodes load as `dist/client.js`. */
export { RESOURCES } from '../../client/typescript/src/generated/operations.ts'
export { Parley, ParleyError, webhooks } from '../../client/typescript/src/index.ts'

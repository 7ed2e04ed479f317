import { NodeConnectionTypes, NodeOperationError } from 'n8n-workflow'
import type {
  IExecuteFunctions,
  INodeExecutionData,
  INodeType,
  INodeTypeDescription,
} from 'n8n-workflow'
import { OPERATIONS } from './generated/operations.ts'
import { properties } from './generated/properties.ts'
import { InvalidValue } from './operation.ts'
import { runOperation } from './run-operation.ts'

/** The node that calls the API of Parley. */
export class Parley implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Parley',
    name: 'parley',
    icon: { light: 'file:../../icons/parley.svg', dark: 'file:../../icons/parley.dark.svg' },
    group: ['transform'],
    version: 1,
    subtitle: '={{$parameter["operation"]}}',
    description: 'Send messages, and manage conversations, contacts and tickets',
    defaults: { name: 'Parley' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'parleyApi', required: true }],
    properties,
  }

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const results: INodeExecutionData[] = []
    for (let itemIndex = 0; itemIndex < this.getInputData().length; itemIndex++) {
      const pairedItem = { item: itemIndex }
      try {
        const operation = OPERATIONS[this.getNodeParameter('operation', itemIndex) as string]!
        const outputs = await runOperation(this, operation, itemIndex)
        results.push(...outputs.map((output) => ({ ...output, pairedItem })))
      } catch (error) {
        const shown =
          error instanceof InvalidValue
            ? new NodeOperationError(this.getNode(), error.message, { itemIndex })
            : (error as Error)
        if (!this.continueOnFail()) throw shown
        const { message, description } = shown as NodeOperationError
        results.push({ json: { error: message, description: description ?? null }, pairedItem })
      }
    }
    return [results]
  }
}

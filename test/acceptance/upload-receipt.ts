import assert from 'node:assert/strict'
import type { startProduct } from './product.ts'

/** The text of the file that `uploadReceipt` uploads. */
export const RECEIPT = '%PDF-1.7 the receipt'

/** Uploads a receipt to the media library of a product, and returns the id of the file. */
export async function uploadReceipt({
  api,
}: Pick<Awaited<ReturnType<typeof startProduct>>, 'api'>): Promise<string> {
  const form = new FormData()
  form.set('file', new Blob([RECEIPT], { type: 'application/pdf' }), 'receipt.pdf')
  const encoded = new Response(form)
  const upload = await api('POST /api/v1/media', {
    body: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type')! },
  })
  assert.equal(upload.status, 201, upload.text)
  return upload.body.id
}

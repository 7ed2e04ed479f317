/** Returns the body and headers that upload `bytes` as the file of a form, as a browser does. */
export function csvUpload(
  bytes: string | Buffer,
  filename = 'contacts.csv',
  type = 'text/csv',
): { body: Buffer; headers: Record<string, string> } {
  const boundary = '----parleytest'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${filename}"\r\ncontent-type: ${type}\r\n\r\n`
  return {
    body: Buffer.concat([
      Buffer.from(head),
      Buffer.from(bytes as string),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

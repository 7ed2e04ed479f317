/** The headers of each file of the storage: a browser runs nothing in it, and pages of other origins may show it. */
export const FILE_HEADERS = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
}

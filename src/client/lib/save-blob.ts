/** Makes the browser save these bytes as a file without showing them. */
export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  document.body.append(link)
  link.click()
  link.remove()
  // The browser reads the URL only after the click handler has ended.
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_MS)
}

const REVOKE_MS = 10_000

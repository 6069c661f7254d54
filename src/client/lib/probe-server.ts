/** Small, always there, and asked with HEAD so that the worker does not answer it in the server's place. */
const PATH = '/favicon.svg'

/** Resolves when the server answers anything at all; rejects when it cannot be reached. */
export async function probeServer(): Promise<void> {
  await fetch(PATH, { method: 'HEAD', cache: 'no-store' })
}

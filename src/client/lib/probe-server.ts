/** A small file that always exists. HEAD keeps the worker from answering in the server's place. */
const PATH = '/favicon.svg'

/** Resolves with any answer of the server; rejects if the server cannot be reached. */
export async function probeServer(): Promise<void> {
  await fetch(PATH, { method: 'HEAD', cache: 'no-store' })
}

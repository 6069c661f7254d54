import { chmodSync, mkdirSync, readdirSync, statSync } from 'node:fs'

/** The permissions of the group and all others. */
const OTHERS = 0o077

/**
 * Makes sure that nobody but the owner of this process can read the data folder: it contains password hashes, national codes and pictures
 * of documents. An empty folder is made private; one that others could already read is refused, since the operator of the server has to
 * know. Windows has different permissions and is left alone. @throws Error with a sentence that says how to make it private
 */
export function ensurePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (process.platform === 'win32' || (statSync(folder).mode & OTHERS) === 0) return
  if (readdirSync(folder).length > 0)
    throw new Error(
      `the data folder ${folder} can be read by other users of this machine. Close it (chmod -R go-rwx ${folder}), then start again.`,
    )
  chmodSync(folder, 0o700)
}
